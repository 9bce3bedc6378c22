import { useNavigation } from "@remix-run/react";

/** Whether a page's form is under way: the one with this intent, of this object where several have it. */
export function useBusy(intent: string, object: Record<string, string> = {}) {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== intent) return false;
  return Object.entries(object).every(([name, value]) => formData.get(name) === value);
}
