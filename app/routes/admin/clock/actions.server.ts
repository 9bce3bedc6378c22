import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { shaped } from "#modules/kernel/validation.ts";
import { runScheduleNow } from "#modules/kernel/work/schedule-list.server.ts";

/** A schedule is run now; the verb asks who may. */
export const clockActions = adminActions({
  runNow: {
    fresh: none("Does what the clock does by itself"),
    can: "any admin",
    limit: formLimit,
    input: z.object({ name: shaped(/^[a-z]+\.\w+$/i, 60, "clock.notFound") }),
    unkeyed: "A schedule that waits or runs is not asked for twice",
    run: (admin, { name }) => runScheduleNow(admin, name),
    say: "clock.asked",
  },
});
