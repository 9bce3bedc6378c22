import type { Command } from "commander";
import { asOperator, command, namingColumns, needOneOf, needYes, withTrial } from "./declare.ts";
import { action } from "./run.ts";

const load = () => import("./commands/desk/imports.ts");

/** What exists already, from an operator's spreadsheets. */
export function importCommands(program: Command) {
  const imports = program
    .command("import")
    .description("what exists already, from spreadsheets: csv, xlsx or xls")
    .exitOverride();
  const ready = (declared: Command) =>
    needOneOf(needYes(declared, "required, or --dry-run or --template"), "[file]", "--template");
  const rowsOf = (name: "centers" | "technicians", description: string, who: string) => {
    const declared = namingColumns(
      withTrial(
        asOperator(
          command(imports, `${name} [file]`, description, [
            `npm run cli -- import ${name} --template ${name}.xlsx`,
            `npm run cli -- import ${name} ${name}.xlsx --dry-run --result looked-over.xlsx`,
            `npm run cli -- import ${name} ${name}.xlsx --as operations --yes`,
          ]),
          who,
        ),
      ),
    )
      .option("--result <file>", "write a .csv or .xlsx that says of each row what becomes of it and what is wrong")
      .option("--template <file>", "instead write the .csv or .xlsx to fill in");
    ready(declared).action(action(async () => (await load())[name]));
  };
  rowsOf(
    "centers",
    "add centers by the rules of Add Center; one whose phone is known stays as it is",
    "an admin with add_center",
  );
  rowsOf(
    "technicians",
    "add technicians to centers that are there, without papers; one whose phone is known stays as it is",
    "an admin with add_technician",
  );
  const requests = namingColumns(
    command(imports, "requests [file]", "create requests of a client, as tickets upload does", [
      "npm run cli -- import requests --as operations --template requests.xlsx",
      "npm run cli -- import requests requests.xlsx --as operations --client CLT4K7P2Q --dry-run",
      "npm run cli -- import requests requests.xlsx --as operations --client CLT4K7P2Q --yes",
    ]),
  )
    .requiredOption("--as <admin>", "the user name of the admin who does it; needs add_ticket")
    .option("--client <client>", "a client id such as CLT4K7P2Q; without it each row names its own")
    .option("--template <file>", "instead write the .csv or .xlsx to fill in")
    .option("--dry-run", "say what is wrong with which row, create nothing")
    .option("--yes", "create them; rows with errors are left out");
  ready(requests).action(action(async () => (await load()).requests));
}
