type Detail = { field?: string; source?: string; step?: string; reason?: string; metadata?: Record<string, string> };

/** A refusal by the emulated provider, in its error format. */
export class Refused extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };

  constructor(status: number, code: string, description: string, detail: Detail = {}) {
    super(description);
    this.status = status;
    this.body = {
      error: {
        code,
        description,
        source: "business",
        step: "payment_initiation",
        reason: "input_validation_failed",
        metadata: {},
        ...detail,
      },
    };
  }
}

/** A 400 in the provider's format. */
export const badRequest = (description: string, detail: Detail = {}) =>
  new Refused(400, "BAD_REQUEST_ERROR", description, detail);

export const unknownId = () => badRequest("The id provided does not exist");

/** The result of `work` as JSON, refusals in the provider's error format. */
export async function answering(work: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await work());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return Response.json(error.body, { status: error.status });
  }
}
