import path from "node:path";
import ts from "typescript";
import { env } from "#modules/kernel/env.server.ts";

/*
 * The SQL statements of the modules, read from the sources as the database gets them: templates of Kysely's `sql` with
 * the parts they insert filled in and `$n` for their values. Of a conditional, every branch is followed.
 */

export type StaticStatement = { at: string; text: string };

/** The possible texts of an expression; undefined when known only at run time. */
type Texts = readonly string[] | undefined;
type Bindings = ReadonlyMap<ts.Symbol, Texts>;

/** The start of a statement that can be prepared; a template that begins like this is a statement. */
const beginsAsStatement = /^\s*(select|insert into|update|delete from|with)\s/;
/** The limit on combinations of branches. */
const mostChoices = 64;
/** A value of a template, numbered when the statement is whole. */
const placeholder = "\u0001";

/** All statements in the sources of the modules, and the places where one is built from run-time parts. */
export function staticStatements(): { statements: StaticStatement[]; composed: string[] } {
  const config = ts.readConfigFile(path.join(env.root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, env.root);
  const files = fileNames.filter((file) => {
    const name = path.relative(env.root, file);
    return name.startsWith("modules/") && !/\.(test|process)\.ts$/.test(name) && !name.startsWith("modules/testing/");
  });
  const program = ts.createProgram(files, { ...options, noLib: true, types: [] }, ownFilesOnly(options));
  const sources = files.map((file) => program.getSourceFile(file)!);
  const reader = new Reader(program.getTypeChecker(), sources);
  const statements = new Map<string, { at: string; owner: ts.Symbol | undefined }>();
  const composed: string[] = [];
  for (const source of sources) {
    const visit = (node: ts.Node) => {
      if (isSqlTemplate(node) && !isInserted(node) && reader.beginsStatement(node)) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        const at = `${path.relative(env.root, source.fileName)}:${line}`;
        const texts = reader.texts(node);
        if (!texts) composed.push(at);
        const owner = reader.constantOf(node);
        for (const text of texts ?? []) if (!statements.has(text)) statements.set(text, { at, owner });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return {
    statements: [...statements].flatMap(([text, { at, owner }]) =>
      owner && reader.pieces.has(owner) ? [] : [{ at, text: numbered(text) }],
    ),
    composed,
  };
}

/** Skips the types of packages: they contain no statements, and reading them would take longest. */
function ownFilesOnly(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      /^[.#]/.test(text) ? ts.resolveModuleName(text, from, options, host) : { resolvedModule: undefined },
    );
  return host;
}

/** Whether a node is a template of Kysely's `sql`. */
export const isSqlTemplate = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql";

/** Whether a template is written inside another one. */
const isInserted = (node: ts.Node): boolean => {
  const span = ts.findAncestor(node.parent, ts.isTemplateSpan);
  return span !== undefined && isSqlTemplate(span.parent.parent);
};

function numbered(text: string): string {
  let count = 0;
  return text.replaceAll(placeholder, () => {
    count += 1;
    return `$${count}`;
  });
}

const all = (parts: readonly Texts[]): Texts =>
  parts.reduce<Texts>(
    (texts, part) => {
      if (!texts || !part || texts.length * part.length > mostChoices) return undefined;
      return texts.flatMap((text) => part.map((next) => text + next));
    },
    [""],
  );

const either = (...branches: Texts[]): Texts =>
  branches.some((branch) => !branch) ? undefined : [...new Set(branches.flatMap((branch) => branch!))];

/** Evaluates the possible texts of an expression, as far as the sources determine them. */
class Reader {
  /** Constants and functions that are inserted into templates. */
  readonly pieces = new Set<ts.Symbol>();
  readonly #checker: ts.TypeChecker;
  /** The calls of each function. */
  readonly #calls = new Map<ts.Symbol, ts.CallExpression[]>();
  #depth = 0;

  constructor(checker: ts.TypeChecker, sources: readonly ts.SourceFile[]) {
    this.#checker = checker;
    const visit = (node: ts.Node) => {
      const called = ts.isCallExpression(node) && this.#symbol(node.expression);
      if (called) this.#calls.set(called, [...(this.#calls.get(called) ?? []), node]);
      ts.forEachChild(node, visit);
    };
    sources.forEach(visit);
  }

  /** The texts of a template or of what leads to one; a value that is no part of SQL is a placeholder. */
  texts(node: ts.Expression, bindings: Bindings = new Map()): Texts {
    if (this.#depth > 40) return undefined;
    this.#depth += 1;
    try {
      return this.#read(node, bindings);
    } finally {
      this.#depth -= 1;
    }
  }

  #read(node: ts.Expression, bindings: Bindings): Texts {
    if (isSqlTemplate(node)) return this.#template(node.template, bindings);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isAwaitExpression(node)
    )
      return this.texts(node.expression, bindings);
    if (ts.isConditionalExpression(node))
      return either(this.texts(node.whenTrue, bindings), this.texts(node.whenFalse, bindings));
    if (ts.isIdentifier(node)) return this.#named(node, bindings);
    if (ts.isPropertyAccessExpression(node)) return this.#field(node, bindings);
    if (ts.isElementAccessExpression(node)) return this.#anyField(node, bindings);
    if (ts.isCallExpression(node)) return this.#called(node, bindings);
    return [placeholder];
  }

  #template(template: ts.TemplateLiteral, bindings: Bindings): Texts {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
    const parts = template.templateSpans.flatMap(({ expression, literal }) => {
      const owner = this.#symbol(ts.isCallExpression(expression) ? expression.expression : expression);
      if (owner) this.pieces.add(owner);
      return [this.texts(expression, bindings), [literal.text]];
    });
    return all([[template.head.text], ...parts]);
  }

  /** Whether a template begins a statement, by its own words or by those of the part it begins with. */
  beginsStatement({ template }: ts.TaggedTemplateExpression): boolean {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return beginsAsStatement.test(template.text);
    if (template.head.text.trim() !== "") return beginsAsStatement.test(template.head.text);
    const first = this.texts(template.templateSpans[0]!.expression);
    return first?.some((text) => beginsAsStatement.test(text)) ?? false;
  }

  /** The symbol of a plain identifier; anything else would need type inference. */
  #symbol(node: ts.Node): ts.Symbol | undefined {
    const symbol = ts.isIdentifier(node) ? this.#checker.getSymbolAtLocation(node) : undefined;
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #named(node: ts.Identifier, bindings: Bindings): Texts {
    const symbol = this.#symbol(node);
    if (!symbol) return [placeholder];
    if (bindings.has(symbol)) return bindings.get(symbol);
    const declared = symbol.valueDeclaration;
    if (clauses.has(node.text)) return undefined;
    if (declared && ts.isParameter(declared)) return isSql(declared) ? this.#passed(declared) : [placeholder];
    if (declared && ts.isBindingElement(declared)) return this.#isSqlBinding(declared) ? undefined : [placeholder];
    if (!declared || !ts.isVariableDeclaration(declared) || !declared.initializer) return [placeholder];
    return this.texts(declared.initializer, bindings);
  }

  /** The texts the callers of a function pass for a parameter. */
  #passed(parameter: ts.ParameterDeclaration): Texts {
    const made = parameter.parent;
    const named = ts.isFunctionDeclaration(made)
      ? made.name
      : ts.isVariableDeclaration(made.parent) && made.parent.name;
    const called = named && this.#symbol(named);
    const calls = called ? this.#calls.get(called) : undefined;
    // Of several parameters, only some combinations are passed.
    if (!calls || made.parameters.filter(isSql).length > 1) return undefined;
    const at = made.parameters.indexOf(parameter);
    return either(
      ...calls.map(({ arguments: args }) => {
        const value = args[at] ?? parameter.initializer;
        return value && this.texts(value);
      }),
    );
  }

  /** Whether what a pattern takes out of an object is declared as a part of SQL. */
  #isSqlBinding({ parent, propertyName, name }: ts.BindingElement): boolean {
    const field = this.#checker.getTypeAtLocation(parent).getProperty((propertyName ?? name).getText());
    return isSqlField(field);
  }

  /** Whether a field is a part of SQL, by its type or, of an object taken out of a constant one, by its value. */
  #isSqlAccess(expression: ts.Expression, name: ts.MemberName): boolean {
    const declared = this.#symbol(expression)?.valueDeclaration;
    const taken = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
    const objects = taken && ts.isElementAccessExpression(taken) ? this.#fieldsOf(taken.expression) : undefined;
    const fields = (objects ?? []).flatMap((each) =>
      ts.isPropertyAssignment(each) && ts.isObjectLiteralExpression(each.initializer)
        ? each.initializer.properties
        : [],
    );
    return (
      isSqlField(this.#checker.getSymbolAtLocation(name)) ||
      fields.some((each) => each.name?.getText() === name.text && isSqlDeclaration(each))
    );
  }

  /** A field of a constant object; undefined for a part of SQL that only the run tells. */
  #field({ expression, name }: ts.PropertyAccessExpression, bindings: Bindings): Texts {
    const fields = this.#fieldsOf(expression);
    if (!fields) return this.#isSqlAccess(expression, name) ? undefined : [placeholder];
    const field = fields.find((each) => each.name?.getText() === name.text);
    return field && ts.isPropertyAssignment(field) ? this.texts(field.initializer, bindings) : undefined;
  }

  /** Any field of a constant object, accessed by a name known only at run time. */
  #anyField({ expression }: ts.ElementAccessExpression, bindings: Bindings): Texts {
    const fields = this.#fieldsOf(expression);
    if (!fields) return ts.isIdentifier(expression) ? undefined : [placeholder];
    return either(
      ...fields.map((each) => (ts.isPropertyAssignment(each) ? this.texts(each.initializer, bindings) : undefined)),
    );
  }

  #fieldsOf(expression: ts.Expression): readonly ts.ObjectLiteralElementLike[] | undefined {
    const declared = this.#symbol(expression)?.valueDeclaration;
    let made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
    while (made && (ts.isAsExpression(made) || ts.isSatisfiesExpression(made))) made = made.expression;
    return made && ts.isObjectLiteralExpression(made) ? made.properties : undefined;
  }

  /** A call of Kysely's `sql.…`, of what joins conditions, or of a function that only builds SQL. */
  #called(node: ts.CallExpression, bindings: Bindings): Texts {
    const { expression, arguments: args } = node;
    if (isSqlCall(node)) return this.#built(node.expression.name.text, args);
    if (ts.isIdentifier(expression) && joins[expression.text])
      return this.#joined(args[0], joins[expression.text]!, bindings);
    const symbol = this.#symbol(expression);
    if (symbol) this.pieces.add(symbol);
    const declared = symbol?.valueDeclaration;
    if (declared && ts.isParameter(declared)) return undefined;
    const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
    if (!made || !(ts.isArrowFunction(made) || ts.isFunctionDeclaration(made))) return [placeholder];
    const answer = answerOf(made.body);
    if (!answer) return isSqlType(made.type) ? undefined : [placeholder];
    const inner = new Map(bindings);
    made.parameters.forEach((parameter, at) => {
      const named = this.#checker.getSymbolAtLocation(parameter.name);
      const value = args[at] ?? parameter.initializer;
      if (named) inner.set(named, value && this.texts(value, bindings));
    });
    return this.texts(answer, inner);
  }

  /** `sql.lit`, `sql.ref` and the others, of a constant; `undefined` for what only the run tells. */
  #built(method: string, [value]: readonly ts.Expression[]): Texts {
    const constant = value && this.#constant(value);
    if (method === "lit") {
      if (typeof constant === "number") return [String(constant)];
      return constant === undefined ? [placeholder] : [`'${constant.replaceAll("'", "''")}'`];
    }
    if (typeof constant !== "string") return undefined;
    if (method === "raw") return [constant];
    return [
      constant
        .split(".")
        .map((name) => `"${name}"`)
        .join("."),
    ];
  }

  #joined(value: ts.Expression | undefined, word: string, bindings: Bindings): Texts {
    if (!value || !ts.isArrayLiteralExpression(value) || value.elements.some(ts.isSpreadElement)) return undefined;
    const parts = value.elements.map((each) => {
      const condition =
        ts.isBinaryExpression(each) && each.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
          ? each.right
          : each;
      return this.texts(condition, bindings);
    });
    return all(parts.flatMap((part, at) => [[at === 0 ? "(" : `) ${word} (`], part]).concat([[")"]]));
  }

  /** A text or number that is written in the sources. */
  #constant(node: ts.Expression): string | number | undefined {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isAsExpression(node)) return this.#constant(node.expression);
    if (ts.isTemplateExpression(node)) {
      const values = node.templateSpans.map(({ expression }) => this.#constant(expression));
      if (values.includes(undefined)) return undefined;
      return node.templateSpans.reduce(
        (text, { literal }, at) => `${text}${values[at]}${literal.text}`,
        node.head.text,
      );
    }
    const declared = this.#symbol(node)?.valueDeclaration;
    if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
      return this.#constant(declared.initializer);
    if (ts.isPropertyAccessExpression(node)) {
      const field = this.#fieldsOf(node.expression)?.find((each) => each.name?.getText() === node.name.text);
      return field && ts.isPropertyAssignment(field) ? this.#constant(field.initializer) : undefined;
    }
    return undefined;
  }

  /** The constant or function whose whole value this expression is. */
  constantOf(node: ts.Node): ts.Symbol | undefined {
    const { parent } = node;
    const named = ts.isArrowFunction(parent) ? parent.parent : parent;
    return ts.isVariableDeclaration(named) ? this.#checker.getSymbolAtLocation(named.name) : undefined;
  }
}

/** What joins conditions, with the word between them. */
const joins: Record<string, string> = { allOf: "and", anyOf: "or" };
/** The clauses of a page of a list, which the list's place decides (`keysetPage`). */
const clauses = new Set(["limit", "rest"]);

/** Whether a parameter is a part of SQL, by its type or by what it is without an argument. */
const isSql = ({ type, initializer }: ts.ParameterDeclaration) =>
  isSqlType(type) || (initializer !== undefined && isSqlTemplate(initializer));

/** A call of `sql.ref`, `sql.table` and the like. */
const isSqlCall = (node: ts.Node): node is ts.CallExpression & { expression: ts.PropertyAccessExpression } =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.expression.getText() === "sql";

/** Whether a field is a part of SQL, by its type or by its value. */
const isSqlField = (field: ts.Symbol | undefined): boolean => (field?.declarations ?? []).some(isSqlDeclaration);

const isSqlDeclaration = (declared: ts.Declaration): boolean =>
  (ts.isPropertySignature(declared) && isSqlType(declared.type)) ||
  (ts.isPropertyAssignment(declared) && (isSqlTemplate(declared.initializer) || isSqlCall(declared.initializer)));

const isSqlType = (type: ts.TypeNode | undefined) => type !== undefined && /\bSql\b/.test(type.getText());

/** The expression a function answers with; undefined where it does more than that. */
function answerOf(body: ts.ConciseBody | undefined): ts.Expression | undefined {
  if (!body || !ts.isBlock(body)) return body;
  const last = body.statements.at(-1);
  return last && ts.isReturnStatement(last) ? last.expression : undefined;
}
