/** The windows of the houses, in the order in which they are lit. */
const windows = [
  "M80 32h13v13h-13z",
  "M304 47h8v9h-8z",
  "M14 54h14v13h-14z",
  "M244 57h14v12h-14z",
  "M105 56h13v13h-13z",
  "M330 69h8v9h-8z",
];

/** A street at night: its lamp is lit while we listen, and a window for each center that comes. It says nothing alone. */
export function Street({ lit }: { lit: number }) {
  return (
    <svg
      viewBox="0 0 360 92"
      aria-hidden="true"
      className="-mx-4 mt-2 -mb-5 w-[calc(100%+2rem)] max-w-[30rem] justify-self-center min-[56.25rem]:absolute min-[56.25rem]:right-[max(1rem,calc(50%-35rem))] min-[56.25rem]:bottom-0 min-[56.25rem]:m-0 min-[56.25rem]:w-[30rem]"
    >
      <path
        fill="#07312f"
        fillOpacity=".45"
        d="M6 92V44h60v48zM70 92V22h58v70zM156 92V56l37-30 37 30v36zM234 92V46h52v46zM292 92V30h58v62z"
      />
      <path fill="#f4a71d" d={windows.slice(0, lit).join("")} />
      <path fill="#f4a71d" d="M193 64c4 4 6 7.5 6 10.5a6 6 0 0 1-12 0c0-3 2-6.5 6-10.5z" />
      <circle cx="193" cy="74" r="22" fill="#f4a71d" fillOpacity=".14" />
      <path
        fill="none"
        stroke="#3f8f87"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M0 91h360M6 91V44h60v47M2 44h68M14 54h14v13H14zM14 60.5h14M21 54v13M42 91V62h14v29M26 44V33h17v11M24 33h21M26 38h17M70 91V22h58v69M66 22h66M80 32h13v13H80zM105 32h13v13h-13zM80 56h13v13H80zM105 56h13v13h-13zM70 50h58M92 91V76h14v15M112 22V10h10M117 10v-5M80 80h6M143 91V66M143 72l5-5M155 55a12 12 0 1 1-24 0 12 12 0 0 1 24 0M148 58 193 22l45 36M156 52v39M230 52v39M180 91V66a13 13 0 0 1 26 0v25M234 46h52v45M244 57h14v12h-14zM251 57v12M266 91V66h14v25M240 46v-6h12v6M258 46c2-6 18-6 20 0M292 91V30h58v61M288 30h66M302 57V48a6 6 0 0 1 12 0v9zM328 57V48a6 6 0 0 1 12 0v9zM302 79V70a6 6 0 0 1 12 0v9zM328 79V70a6 6 0 0 1 12 0v9zM311 30c0-9 20-9 20 0M321 23v-6"
      />
    </svg>
  );
}
