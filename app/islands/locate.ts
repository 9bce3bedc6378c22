/** Fills in the pincode of the device's position on a press (R031–R035); its texts are data attributes. */
export default function locate(button: HTMLElement) {
  const form = button.closest("form");
  const pincode = form?.querySelector<HTMLInputElement>("[name=pincode]");
  const notice = form?.querySelector("[data-locate-said]");
  const label = button.querySelector("span");
  if (!pincode || !notice || !label) return;
  const words = label.textContent;
  button.classList.remove("not-yet");

  const end = (problem = "") => {
    label.textContent = words;
    button.removeAttribute("aria-busy");
    notice.textContent = problem;
  };
  const onPosition = async ({ coords: { latitude, longitude } }: GeolocationPosition) => {
    const query = new URLSearchParams({ latitude: latitude.toFixed(3), longitude: longitude.toFixed(3) });
    try {
      const answer = await fetch(`/api/common/reverse-geocode?${query}`);
      if (!answer.ok) return end(button.dataset.failed);
      const { data } = await answer.json();
      if (!data?.pincode) return end(button.dataset.noPincode);
      pincode.value = data.pincode;
      pincode.dispatchEvent(new Event("input", { bubbles: true }));
      end();
    } catch {
      end(button.dataset.failed);
    }
  };
  button.addEventListener("click", () => {
    if (button.hasAttribute("aria-busy")) return;
    if (!("geolocation" in navigator)) return end(button.dataset.unsupported);
    end();
    label.textContent = button.dataset.busy ?? words;
    button.setAttribute("aria-busy", "true");
    navigator.geolocation.getCurrentPosition(onPosition, () => end(button.dataset.refused), { timeout: 15_000 });
  });
}
