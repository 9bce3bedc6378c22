import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { choiceLook } from "#app/ui/form/choice-look.ts";
import { HintAndError } from "#app/ui/form/fields.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { type FlagGroup, flagsInGroups } from "./flag-groups.ts";

const groups = "grid items-start gap-4!";

/** Every permission as its sentence, its name small below it, with a green tick or a red cross (R333, R355). */
export function FlagTicks({ held }: { held: readonly Permission[] }) {
  const say = useSay();
  return (
    <div className={groups}>
      {flagsInGroups.map(([group, flags]) => (
        <section key={group} aria-labelledby={`flags-${group}`}>
          <GroupTitle group={group} n={flags.filter((flag) => held.includes(flag)).length} all={flags.length} />
          <ul>
            {flags.map((flag) => (
              <li key={flag} className="grid gap-2 grid-cols-[20px_1fr] py-1.5 text-13 wrap-anywhere">
                {held.includes(flag) ? (
                  <Icon name="circle-check" label={say("role.allowed")} className="text-green-700" />
                ) : (
                  <Icon name="x" label={say("role.denied")} className="text-red-700" />
                )}
                <span>
                  {say(`flag.${flag}`)}
                  <small lang="en" className="block text-12 text-soft">
                    {flag}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function GroupTitle({ group, n, all }: { group: FlagGroup; n: number; all: number }) {
  const say = useSay();
  return (
    <h3 className="text-[14px]/[1.4] font-semibold" id={`flags-${group}`}>
      {say(`role.group.${group}`)} <small className="font-normal text-soft">{say("role.counted", { n, all })}</small>
    </h3>
  );
}

/** A checkbox for every permission (R349), its sentence first, its name small below it; those the reader cannot give are off. */
export function FlagBoxes({ grantable }: { grantable: readonly Permission[] }) {
  const say = useSay();
  const field = useField("permissions", { required: false });
  const first = flagsInGroups[0]![1][0];
  return (
    <>
      <HintAndError field={field} label={say("common.permissions")} />
      <div className={`${groups} min-[68.75rem]:grid-cols-[1fr_1fr_1fr]`}>
        {flagsInGroups.map(([group, flags]) => (
          <fieldset key={group} className="field">
            <legend className="legend">{say(`role.group.${group}`)}</legend>
            <div className="grid gap-2">
              {flags.map((flag) => {
                const off = !grantable.includes(flag);
                const id = flag === first ? field.id : `flag-${flag.replaceAll(".", "-")}`;
                return (
                  <label key={flag} className={`${choiceLook} wrap-anywhere`}>
                    <input
                      type="checkbox"
                      id={id}
                      name="permissions"
                      value={flag}
                      defaultChecked={field.list.includes(flag)}
                      disabled={off}
                      aria-describedby={off ? `${id}-off` : undefined}
                    />
                    <span>
                      {say(`flag.${flag}`)}
                      <small lang="en" className="block text-12 text-soft">
                        {flag}
                      </small>
                      {off && (
                        <span id={`${id}-off`} className="hint block">
                          {say("role.lacking")}
                        </span>
                      )}
                    </span>
                  </label>
                );
              })}
            </div>
          </fieldset>
        ))}
      </div>
    </>
  );
}
