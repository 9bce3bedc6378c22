import { AreaFields } from "#app/parts/centers/area-fields.tsx";
import { BlockFields } from "#app/parts/centers/block-fields.tsx";
import { SandboxLink } from "#app/parts/login/sandbox-link.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { FieldPair, FormColumn, FormColumns, FormEnd, FormPage } from "#app/ui/desk/form-page.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { choiceLook } from "#app/ui/form/choice-look.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import {
  AreaField,
  CheckCards,
  OtpField,
  PhoneField,
  SelectField,
  TextField,
  VersionField,
} from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { AddCenter, EditCenter, mostTechnicians } from "#modules/centers/shared.ts";
import type { CenterFormView } from "./view.server.ts";

type Edited = CenterFormView["edited"];

const counts = Array.from({ length: mostTechnicians + 1 }, (_, count) => String(count));

/** Add Center and Update center (R385–R395): what is locked on edit is shown, and not sent. */
export function CenterForm({ view: { edited, values, services, clients, back } }: { view: CenterFormView }) {
  const say = useSay();
  const nameOf = useName();
  const named = services.map((each) => ({ ...each, label: nameOf(each.label) }));
  const intent = edited ? "update" : "create";
  return (
    <>
      <DeskTop title={say(edited ? "centerForm.update" : "common.addCenter")} />
      <PageBody>
        <FormPage>
          <p className="mb-4 text-soft">{edited ? edited.name : say("centerForm.lead")}</p>
          <ErrorSummary />
          <Form schema={edited ? EditCenter : AddCenter} values={values} guarded>
            {/* First in the form, so that Enter in a field saves it; the other button only sends a code. */}
            <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="intent" value={intent} />
            {edited && (
              <>
                <input type="hidden" name="centerId" value={edited.id} />
                <VersionField value={edited.version} />
              </>
            )}
            <FormColumns>
              <FormColumn>
                <Card title={say("centerForm.who")} stack>
                  <TextField name="centerName" label={say("registration.centerName")} autoComplete="off" />
                  <Phone edited={edited} />
                  <FieldPair>
                    <TextField name="name" label={say("common.person")} autoComplete="off" />
                    <TextField
                      name="email"
                      type={edited && !edited.phoneShown ? "text" : "email"}
                      label={say("common.email")}
                      autoComplete="off"
                      {...(edited && !edited.phoneShown && { readOnly: true, hint: say("centerForm.emailHidden") })}
                    />
                    <TextField name="userName" label={say("common.userName")} autoComplete="off" />
                    <SelectField
                      name="noOfTechnicians"
                      label={say("common.technicians")}
                      options={counts}
                      empty={false}
                    />
                  </FieldPair>
                  <AreaField name="about" label={say("center.fact.about")} rows={2} />
                </Card>
                <Card title={say("centerForm.where")} stack>
                  <TextField name="addressLine" label={say("common.addressLine")} autoComplete="off" />
                  <AreaFields areaHint={say("onboarder.areaHint")}>
                    <TextField name="city" label={say("common.city")} autoComplete="off" />
                  </AreaFields>
                  {edited ? (
                    <TextField
                      name="pincodes"
                      label={say("centerForm.pincodes")}
                      hint={say("centerForm.pincodesLocked")}
                      value={edited.pincodes || "-"}
                      required
                      readOnly
                    />
                  ) : (
                    <TextField
                      name="pincodes"
                      label={say("centerForm.pincodes")}
                      hint={say("centerForm.pincodesHint")}
                      autoComplete="off"
                    />
                  )}
                </Card>
                {edited && (
                  <Card title={say("centerForm.blocks")} stack>
                    <BlockFields />
                  </Card>
                )}
              </FormColumn>
              <FormColumn>
                <Card title={say("common.services")} stack>
                  {edited ? (
                    <TextField
                      name="primaryService"
                      label={say("common.primaryService")}
                      hint={say("center.primaryLocked")}
                      value={edited.primaryService}
                      required
                      readOnly
                    />
                  ) : (
                    <SelectField name="primaryServiceId" label={say("common.primaryService")} options={named} />
                  )}
                  {/* Sent even when none is ticked, so that a refused form keeps that. */}
                  <input type="hidden" name="secondaryServiceIds" value="" />
                  <CheckCards
                    name="secondaryServiceIds"
                    label={say("centerForm.services")}
                    hint={say("centerForm.servicesHint")}
                    options={named}
                    columns
                  />
                </Card>
                <QrCard edited={edited} />
                <Card title={say("centerForm.tax")} stack>
                  <TextField
                    name="gstin"
                    label={say("center.fact.gstin")}
                    hint={say("centerForm.gstinHint")}
                    autoComplete="off"
                  />
                  <TextField
                    name="legalName"
                    label={say("center.fact.legalName")}
                    hint={say("centerForm.legalNameHint")}
                    autoComplete="off"
                  />
                </Card>
                <Card title={say("common.payment")} stack>
                  <TextField
                    name="upiId"
                    label={say("center.fact.upi")}
                    hint={
                      edited?.upiId ? say("centerForm.upiStored", { stored: edited.upiId }) : say("centerForm.upiHint")
                    }
                    autoComplete="off"
                  />
                  {edited?.upiId && (
                    <label className={choiceLook}>
                      <input type="checkbox" name="removeUpi" value="true" />
                      <span>{say("centerForm.upiRemove")}</span>
                    </label>
                  )}
                </Card>
                <Card title={say("centerForm.clients")} stack>
                  <input type="hidden" name="clientIds" value="" />
                  {clients.length === 0 ? (
                    <p className="text-soft">{say("common.thereAreNoClientsYet")}</p>
                  ) : (
                    <CheckCards
                      name="clientIds"
                      label={say("center.clientsLabel")}
                      hint={say("centerForm.clientsHint")}
                      options={clients}
                      required={false}
                      columns
                      className="[&>.grid]:max-h-58 [&>.grid]:overflow-y-auto"
                    />
                  )}
                </Card>
              </FormColumn>
            </FormColumns>
            <FormEnd
              word={say(edited ? "centerForm.update" : "common.addCenter")}
              intent={intent}
              backTo={back}
              back={say("common.back")}
            />
          </Form>
        </FormPage>
      </PageBody>
    </>
  );
}

type Sent = Refused & { result?: string; values?: Record<string, string | string[]> };

/** The phone, and the code sent to it where one is asked for (R394, Q97). */
function Phone({ edited }: { edited: Edited }) {
  const say = useSay();
  const answer = useAnswer<Sent>();
  if (edited && !edited.phoneShown)
    return <TextField name="phone" label={say("onboarder.mobile")} hint={say("center.phoneHidden")} readOnly />;
  const answered = answer?.intent === "sendOtp" && !answer.problem ? answer.result : answer?.values?.sentTo;
  const sentTo = typeof answered === "string" ? answered : undefined;
  const hint = edited?.phoneVerified ? say("centerForm.phoneVerified") : say("centerForm.otpHint");
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <PhoneField
          name="phone"
          label={say("onboarder.mobile")}
          hint={edited ? `${hint} ${say("center.phoneChanged")}` : hint}
          autoComplete="off"
          className="min-w-52 flex-1"
        />
        <Button tone="quiet" name="intent" value="sendOtp" className="sm:mt-6">
          {say("common.sendOtp")}
        </Button>
      </div>
      {sentTo && (
        <div>
          <input type="hidden" name="sentTo" value={sentTo} />
          <OtpField label={say("common.otp")} hint={say("centerForm.otpSent", { phone: sentTo })} required={false} />
          <SandboxLink phone={sentTo} />
        </div>
      )}
    </>
  );
}

/** The QR code (R390): made by itself, or the printed one of a kit; on edit it is only shown. */
function QrCard({ edited }: { edited: Edited }) {
  const say = useSay();
  if (edited)
    return (
      <Card title={say("common.qrCode")} stack>
        <p>{edited.qrId ?? "-"}</p>
      </Card>
    );
  return (
    <Card className="group/qr" stack>
      <input type="hidden" name="automateQr" value="" />
      <CheckCards
        name="automateQr"
        label={say("common.qrCode")}
        options={[{ value: "true", label: say("centerForm.automate"), hint: say("centerForm.automateHint") }]}
        required={false}
      />
      <TextField
        name="qrId"
        label={say("common.qrCode")}
        hint={say("centerForm.qrHint")}
        autoComplete="off"
        className="group-has-checked/qr:hidden"
      />
    </Card>
  );
}
