import { Button } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { FieldPair, FormColumn, FormColumns, FormEnd, FormPage } from "#app/ui/desk/form-page.tsx";
import { StateField } from "#app/ui/form/choice-fields.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import {
  CheckCards,
  MoneyField,
  PhoneField,
  PincodeField,
  SelectField,
  TextField,
  VersionField,
} from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { AddClient, brands, clientCountry, requirements, UpdateClient } from "#modules/catalog/shared.ts";
import type { ClientFormView } from "./view.server.ts";

/** Add Client and Update Client (R363–R367): what is kept sealed is shown masked and asked for anew only to change it. */
export function ClientForm({ view: { edited, values, back } }: { view: ClientFormView }) {
  const say = useSay();
  const intent = edited ? "update" : "create";
  const stored = edited?.stored;
  /** A field that an empty input keeps as it is. */
  const keeping = (shown: string | null | undefined, usual: string) =>
    shown ? { required: false, hint: say("clients.stored", { stored: shown }) } : { required: true, hint: usual };
  return (
    <>
      <DeskTop title={say(edited ? "clients.editTitle" : "clients.add")} />
      <PageBody>
        <FormPage>
          <p className="mb-4 text-soft">{edited ? edited.clientName : say("clients.lead")}</p>
          <ErrorSummary />
          <Form schema={edited ? UpdateClient : AddClient} values={values} guarded>
            {/* First in the form, so that Enter in a field saves it; the button of the chips only adds one. */}
            <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="intent" value={intent} />
            {edited && (
              <>
                <input type="hidden" name="clientId" value={edited.id} />
                <VersionField value={edited.version} />
              </>
            )}
            <FormColumns>
              <FormColumn>
                <Card title={say("clients.what")} stack>
                  <TextField name="clientName" label={say("clients.name")} autoComplete="off" />
                  <FieldPair>
                    <TextField name="productName" label={say("clients.product")} autoComplete="off" />
                    <TextField name="productCategory" label={say("clients.productCategory")} autoComplete="off" />
                    <SelectField
                      name="specificRequirement"
                      label={say("clients.requirement")}
                      options={requirements}
                      required
                    />
                    <MoneyField name="price" label={say("clients.price")} required />
                  </FieldPair>
                  <CategoryField />
                  <CheckCards
                    name="allowedBrands"
                    label={say("clients.brands")}
                    options={brands}
                    required={false}
                    columns
                  />
                </Card>
                <Card title={say("clients.who")} stack>
                  <TextField
                    name="officialEmail"
                    type="email"
                    inputMode="email"
                    label={say("clients.email")}
                    autoComplete="off"
                    required
                  />
                  <FieldPair>
                    <TextField name="contactName" label={say("clients.contact")} autoComplete="off" />
                    <TextField name="contactDesignation" label={say("common.designation")} autoComplete="off" />
                  </FieldPair>
                  <PhoneField
                    name="contactPhone"
                    label={say("common.phone")}
                    autoComplete="off"
                    required={!stored?.contactPhone}
                    hint={stored?.contactPhone && say("common.emptyKeepsNumber")}
                  />
                </Card>
              </FormColumn>
              <FormColumn>
                <Card title={say("common.address")} stack>
                  <TextField name="addressLine" label={say("common.addressLine")} autoComplete="off" />
                  <FieldPair>
                    <TextField name="city" label={say("common.city")} autoComplete="off" />
                    <StateField name="state" label={say("common.state")} required />
                    <PincodeField name="pincode" label={say("common.pincode")} autoComplete="off" />
                    <div className="field">
                      <label htmlFor="country">{say("common.country")}</label>
                      <input id="country" className="input" value={clientCountry} disabled readOnly />
                    </div>
                  </FieldPair>
                </Card>
                <Card title={say("clients.papers")} stack>
                  <FieldPair>
                    <TextField
                      name="gstNumber"
                      label={say("clients.gst")}
                      autoComplete="off"
                      uncut
                      {...keeping(stored?.gstNumber, say("clients.gstHint"))}
                    />
                    <TextField
                      name="panNumber"
                      label={say("clients.pan")}
                      autoComplete="off"
                      uncut
                      {...keeping(stored?.panNumber, say("clients.panHint"))}
                    />
                    <TextField
                      name="aadhaarNumber"
                      label={say("clients.aadhaar")}
                      autoComplete="off"
                      uncut
                      {...keeping(stored?.aadhaarNumber, say("clients.aadhaarHint"))}
                    />
                    <TextField name="tinNumber" label={say("clients.tin")} autoComplete="off" />
                  </FieldPair>
                </Card>
                <Card title={say("clients.bankDetails")} stack>
                  <FieldPair>
                    <TextField name="bankName" label={say("clients.bank")} autoComplete="off" />
                    <TextField
                      name="accountNumber"
                      label={say("clients.account")}
                      inputMode="numeric"
                      autoComplete="off"
                      uncut
                      {...keeping(stored?.accountNumber, say("clients.accountHint"))}
                    />
                    <TextField
                      name="ifscCode"
                      label={say("clients.ifsc")}
                      hint={say("clients.ifscHint")}
                      autoComplete="off"
                      uncut
                      required
                    />
                    <TextField name="branch" label={say("clients.branch")} autoComplete="off" />
                  </FieldPair>
                </Card>
              </FormColumn>
            </FormColumns>
            <FormEnd
              word={say(edited ? "common.update" : "common.save")}
              intent={intent}
              backTo={back}
              back={say("clients.back")}
            />
          </Form>
        </FormPage>
      </PageBody>
    </>
  );
}

/** Categories as chips: blank ones are ignored, unticking one removes it (R366); without JavaScript, too. */
function CategoryField() {
  const say = useSay();
  const { id, list, error } = useField("category");
  return (
    <div className="field" id={id} tabIndex={-1} data-enhance="category-field">
      <label htmlFor="typedCategory">
        {say("common.category")} <span className="hint">{say("form.optional")}</span>
      </label>
      <div className="flex gap-3">
        <input
          id="typedCategory"
          name="typedCategory"
          className="input min-w-0 flex-1"
          maxLength={60}
          autoComplete="off"
          aria-describedby="category-hint"
        />
        <Button tone="quiet" name="intent" value="addCategory">
          {say("common.add")}
        </Button>
      </div>
      {error && <span className="wrong">{error}</span>}
      <ul aria-label={say("common.categories")} className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {list.filter(Boolean).map((chip) => (
          <Chip key={chip} value={chip} />
        ))}
      </ul>
      <template>
        <Chip value="" />
      </template>
      <p id="category-hint" className="hint my-1">
        {say("clients.categoryHint")}
      </p>
    </div>
  );
}

const Chip = ({ value }: { value: string }) => (
  <li>
    <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-teal-700 bg-teal-50 px-3 has-focus-visible:outline-3 has-focus-visible:outline-teal-700">
      <input type="checkbox" name="category" value={value} className="size-4" defaultChecked={value !== ""} />
      <span>{value}</span>
    </label>
  </li>
);
