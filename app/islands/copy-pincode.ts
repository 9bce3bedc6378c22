/** R194: typing the address pincode also copies it into the service-area pincode. */
export default function copyPincode(element: HTMLElement) {
  const area = element.querySelector<HTMLInputElement>("[name=additionalPincode]");
  element.addEventListener("input", ({ target }) => {
    if (area && target instanceof HTMLInputElement && target.name === "pincode") area.value = target.value;
  });
}
