/** A shop by day, over the band of a partner's page: a sign, two shutters, an awning. It says nothing alone. */
export function Shop() {
  return (
    <svg
      viewBox="0 0 328 150"
      aria-hidden="true"
      preserveAspectRatio="xMidYMax slice"
      className="-mx-4 -mt-1 mb-2 h-40 w-[calc(100%+2rem)] max-w-[30rem] justify-self-center min-[56.25rem]:absolute min-[56.25rem]:right-[max(1rem,calc(50%-35rem))] min-[56.25rem]:bottom-0 min-[56.25rem]:m-0 min-[56.25rem]:h-full min-[56.25rem]:w-[26rem]"
    >
      <path fill="#fbe4b0" d="M0 0h328v150H0z" />
      <circle cx="276" cy="30" r="16" fill="#f4a71d" fillOpacity=".6" />
      <path fill="#e9d6a8" d="M0 150V70h44v80zM290 150V56h38v94z" />
      <path fill="#f2ede2" d="M38 24h252v126H38z" />
      <path fill="#094743" d="M46 32h236v32H46z" />
      <path fill="#c9d8d5" d="M52 82h96v68H52z" />
      <path stroke="#9bb5b0" strokeWidth="2" d="M52 92h96M52 102h96M52 112h96M52 122h96M52 132h96M52 142h96" />
      <path fill="#07312f" d="M164 82h112v68H164z" />
      <path fill="#fff" d="M172 94h44v15h-44zM224 94h44v15h-44zM176 118h30v32h-30zM44 66h240l8 18H36z" />
      <path stroke="#9bb5b0" strokeWidth="2" d="M176 105h28M228 105h28" />
      <circle cx="191" cy="136" r="9" fill="none" stroke="#0d7068" strokeWidth="3" />
      <path fill="#cde5e1" d="M226 114h26v36h-26z" />
      <path
        fill="#f4a71d"
        d="M44 66h24l-3 18H36zM92 66h24l-1 18H89zM140 66h24v18h-25zM188 66h24l2 18h-25zM236 66h24l4 18h-25zM142 48a22 22 0 0 1 44 0z"
      />
      <path stroke="#b79f66" strokeWidth="2" d="M0 149h328" />
    </svg>
  );
}
