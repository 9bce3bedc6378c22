import { useNavigation } from "@remix-run/react";

/** Whether the form with this intent is being sent; `object` names its fields where several have the intent. */
export function useBusy(intent: string, object: Record<string, string> = {}) {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== intent) return false;
  return Object.entries(object).every(([name, value]) => formData.get(name) === value);
}
