type Detail = { field?: string; source?: string; step?: string; reason?: string; metadata?: Record<string, string> };

/** A refusal of the emulated provider, in its error shape. */
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

/** 400 in the provider's shape. */
export const badRequest = (description: string, detail: Detail = {}) =>
  new Refused(400, "BAD_REQUEST_ERROR", description, detail);

export const unknownId = () => badRequest("The id provided does not exist");

/** The answer of `work` as JSON; its refusals in the provider's error shape. */
export async function answering(work: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await work());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return Response.json(error.body, { status: error.status });
  }
}
