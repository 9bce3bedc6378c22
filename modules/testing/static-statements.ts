import path from "node:path";
import ts from "typescript";
import { env } from "#modules/kernel/env.server.ts";

/*
 * The SQL statements of the modules, read from the sources as the database gets them: SQL literals with the constants
 * and functions they interpolate filled in. Of a conditional, every branch is followed.
 */

export type StaticStatement = { at: string; text: string };

/** The possible texts of an expression; undefined when known only at run time. */
type Texts = readonly string[] | undefined;
type Bindings = ReadonlyMap<ts.Symbol, Texts>;

/** The functions that run SQL; the statement is the first argument. */
const asking = new Set(["rows", "wideRows", "row", "query", "executeSql"]);
/** The start of a statement that can be prepared; a literal that begins like this is a statement. */
const beginsAsStatement = /^\s*(select|insert into|update|delete from|with)\s/;
/** The limit on combinations of branches. */
const mostChoices = 64;

/** All statements in the sources of the modules, and the places where one is built from run-time values. */
export function staticStatements(): { statements: StaticStatement[]; composed: string[] } {
  const read = ts.readConfigFile(path.join(env.root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(read.config, ts.sys, env.root);
  const files = fileNames.filter((file) => {
    const name = path.relative(env.root, file);
    return name.startsWith("modules/") && !/\.(test|process)\.ts$/.test(name) && !name.startsWith("modules/testing/");
  });
  const program = ts.createProgram(files, { ...options, noLib: true, types: [] }, ownFilesOnly(options));
  const sources = files.map((file) => program.getSourceFile(file)!);
  const reader = new Reader(program.getTypeChecker(), sources);
  const placesByText = new Map<string, { at: string; owner?: ts.Symbol | undefined }>();
  const composed: string[] = [];
  for (const source of sources) {
    const place = (node: ts.Node) =>
      `${path.relative(env.root, source.fileName)}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
    const keep = (node: ts.Node, texts: Texts) => {
      const owner = reader.constantOf(node);
      for (const text of texts ?? [])
        if (beginsAsStatement.test(text) && !placesByText.has(text)) placesByText.set(text, { at: place(node), owner });
    };
    const visit = (node: ts.Node) => {
      const statement = ts.isCallExpression(node) && asking.has(calledName(node)) && node.arguments[0];
      if (statement && !ts.isObjectLiteralExpression(statement)) {
        const texts = reader.texts(statement);
        if (!texts && !reader.isHandedOn(statement)) composed.push(place(statement));
        keep(statement, texts);
      }
      if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === "statement")
        keep(node, placed(node.template));
      else if (isWhole(node)) keep(node, reader.texts(node));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  const statements = [...placesByText].flatMap(([text, { at, owner }]) =>
    owner && reader.pieces.has(owner) ? [] : [{ at, text }],
  );
  return { statements, composed };
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

const calledName = ({ expression }: ts.CallExpression) =>
  ts.isIdentifier(expression) ? expression.text : ts.isPropertyAccessExpression(expression) ? expression.name.text : "";

/** A literal that is not part of another one. */
const isWhole = (node: ts.Node): node is ts.Expression =>
  (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) &&
  !ts.isTaggedTemplateExpression(node.parent) &&
  !ts.findAncestor(node.parent, (above) => ts.isTemplateSpan(above) || ts.isImportDeclaration(above));

/** The text of a `statement`, with placeholders between its pieces. */
function placed(template: ts.TemplateLiteral): Texts {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  return [
    template.templateSpans.reduce((text, span, at) => `${text}$${at + 1}${span.literal.text}`, template.head.text),
  ];
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
  /** Constants used inside other texts. */
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

  texts(node: ts.Node, bindings: Bindings = new Map()): Texts {
    if (this.#depth > 40) return undefined;
    this.#depth += 1;
    try {
      return this.#read(node, bindings);
    } finally {
      this.#depth -= 1;
    }
  }

  #read(node: ts.Node, bindings: Bindings): Texts {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text];
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken)
      return this.texts(node.operand, bindings)?.map((text) => `-${text}`);
    if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.flatMap(({ expression, literal }) => {
        const owner = this.#symbol(ts.isCallExpression(expression) ? expression.expression : expression);
        if (owner) this.pieces.add(owner);
        return [this.texts(expression, bindings), [literal.text]];
      });
      return all([[node.head.text], ...parts]);
    }
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return this.texts(node.expression, bindings);
    if (ts.isConditionalExpression(node))
      return either(this.texts(node.whenTrue, bindings), this.texts(node.whenFalse, bindings));
    if (ts.isIdentifier(node)) return this.#named(node, bindings);
    if (ts.isPropertyAccessExpression(node)) return this.#property(node, bindings);
    if (ts.isElementAccessExpression(node)) return this.#anyOf(node, bindings);
    if (ts.isCallExpression(node)) return this.#called(node, bindings);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return all([this.texts(node.left, bindings), this.texts(node.right, bindings)]);
    return undefined;
  }

  /** The symbol of a plain identifier; anything else would need type inference. */
  #symbol(node: ts.Node): ts.Symbol | undefined {
    const symbol = ts.isIdentifier(node) ? this.#checker.getSymbolAtLocation(node) : undefined;
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #named(node: ts.Identifier, bindings: Bindings): Texts {
    const symbol = this.#symbol(node);
    if (!symbol) return undefined;
    if (bindings.has(symbol)) return bindings.get(symbol);
    const declared = symbol.valueDeclaration;
    if (declared && ts.isParameter(declared)) return this.#handed(declared);
    if (!declared || !ts.isVariableDeclaration(declared) || !declared.initializer) return undefined;
    if (!(ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const)) return undefined;
    return this.texts(declared.initializer, bindings);
  }

  /** The texts the callers of a function pass for a parameter. */
  #handed(parameter: ts.ParameterDeclaration): Texts {
    const made = parameter.parent;
    const named = ts.isFunctionDeclaration(made)
      ? made.name
      : ts.isVariableDeclaration(made.parent) && made.parent.name;
    const called = named && this.#symbol(named);
    const calls = called ? this.#calls.get(called) : undefined;
    if (!calls) return undefined;
    const at = made.parameters.indexOf(parameter);
    return either(
      ...calls.map(({ arguments: args }) => {
        const value = args[at] ?? parameter.initializer;
        return value && this.texts(value);
      }),
    );
  }

  /** A field of a constant object. */
  #property({ expression, name }: ts.PropertyAccessExpression, bindings: Bindings): Texts {
    const field = this.#fieldsOf(expression)?.find((each) => each.name?.getText() === name.text);
    return field && ts.isPropertyAssignment(field) ? this.texts(field.initializer, bindings) : undefined;
  }

  /** Any field of a constant object, accessed by a name known only at run time. */
  #anyOf({ expression }: ts.ElementAccessExpression, bindings: Bindings): Texts {
    const fields = this.#fieldsOf(expression);
    return (
      fields &&
      either(
        ...fields.map((each) => (ts.isPropertyAssignment(each) ? this.texts(each.initializer, bindings) : undefined)),
      )
    );
  }

  #fieldsOf(expression: ts.Expression): readonly ts.ObjectLiteralElementLike[] | undefined {
    const declared = this.#symbol(expression)?.valueDeclaration;
    let made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
    while (made && (ts.isAsExpression(made) || ts.isSatisfiesExpression(made))) made = made.expression;
    return made && ts.isObjectLiteralExpression(made) ? made.properties : undefined;
  }

  /** A call of a function that only builds a text, or a replacement inside a text. */
  #called(node: ts.CallExpression, bindings: Bindings): Texts {
    const { expression, arguments: args } = node;
    if (ts.isPropertyAccessExpression(expression) && /^(replace|replaceAll)$/.test(expression.name.text)) {
      const [from, to] = args.map((arg) => this.texts(arg, bindings)?.[0]);
      if (from === undefined || to === undefined) return undefined;
      const every = expression.name.text === "replaceAll";
      return this.texts(expression.expression, bindings)?.map((text) =>
        every ? text.replaceAll(from, to) : text.replace(from, to),
      );
    }
    const declared = this.#symbol(expression)?.valueDeclaration;
    const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
    if (!made || !(ts.isArrowFunction(made) || ts.isFunctionDeclaration(made))) return undefined;
    const inner = new Map(bindings);
    made.parameters.forEach((parameter, at) => {
      const symbol = this.#checker.getSymbolAtLocation(parameter.name);
      const value = args[at] ?? parameter.initializer;
      if (symbol) inner.set(symbol, value && this.texts(value, bindings));
    });
    return this.#answer(made.body, inner);
  }

  #answer(body: ts.ConciseBody | undefined, bindings: Bindings): Texts {
    if (!body) return undefined;
    if (!ts.isBlock(body)) return this.texts(body, bindings);
    const last = body.statements.at(-1);
    return last && ts.isReturnStatement(last) && last.expression ? this.texts(last.expression, bindings) : undefined;
  }

  /** Whether an expression is only a parameter: its text is then read where it is passed. */
  isHandedOn(node: ts.Node): boolean {
    const declared = ts.isIdentifier(node) ? this.#symbol(node)?.valueDeclaration : undefined;
    return Boolean(declared && (ts.isParameter(declared) || ts.isBindingElement(declared)));
  }

  /** The constant or function whose whole value this expression is. */
  constantOf(node: ts.Node): ts.Symbol | undefined {
    const { parent } = node;
    const named = ts.isArrowFunction(parent) ? parent.parent : parent;
    return ts.isVariableDeclaration(named) ? this.#checker.getSymbolAtLocation(named.name) : undefined;
  }
}
