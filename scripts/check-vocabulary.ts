/**
 * Checks declared names, comments, test names, texts for people and documents against `vocabulary.json`: terms that the
 * project does not use, each with the term that it uses instead. `npm run check` runs it and prints one line per finding;
 * arguments limit it to folders: `node scripts/check-vocabulary.ts apps/api/src/enquiries`.
 */
import { parseSync, Visitor } from 'oxc-parser';
import { listFiles, readText, report } from './source-files.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

export interface Rule {
  /** A regular expression. */
  pattern: string;
  prefer: string;
  /** Limits the rule to the names of tests and their fixtures. */
  only?: string;
}

interface Passage {
  line: number;
  text: string;
}

/** Returns one line for each term of the text that breaks a rule. */
export function findRefusedTerms(
  file: string,
  source: string,
  rules: { identifiers: readonly Rule[]; prose: readonly Rule[] },
): string[] {
  const { names, prose } = file.endsWith('.md') ? { names: [], prose: readMarkdown(source) } : readSource(file, source);
  const isTest = isTestFile(file);
  const findings: string[] = [];
  const check = (passages: readonly Passage[], { pattern, prefer }: Rule, flags: string): void => {
    for (const { line, text } of passages) {
      const [found] = new RegExp(pattern, flags).exec(text) ?? [];
      if (found !== undefined) findings.push(`${file}:${line} "${shorten(flags ? found : text)}": prefer ${prefer}`);
    }
  };
  for (const rule of rules.identifiers) if (rule.only !== 'test' || isTest) check(names, rule, '');
  for (const rule of rules.prose) check(prose, rule, 'i');
  return findings;
}

function isTestFile(file: string): boolean {
  return /\.test\.tsx?$|\/test\/|^apps\/e2e\//.test(file);
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}

/** Returns the lines of a document without code: fenced blocks and quoted names are not prose. */
function readMarkdown(source: string): Passage[] {
  let isCode = false;
  return source.split('\n').flatMap((text, index) => {
    if (text.trimStart().startsWith('```')) isCode = !isCode;
    const prose = text.replaceAll(/`[^`]*`|"[^"]*"|\[[^\]]*\]\([^)]*\)/g, '…').replace(/^[\s>#*|-]+/, '');
    return isCode ? [] : [{ line: index + 1, text: prose }];
  });
}

function readSource(file: string, source: string): { names: Passage[]; prose: Passage[] } {
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  if (/\.(?:css|astro)$/.test(file)) {
    const comments = source.matchAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/ .*$/gm);
    return { names: [], prose: [...comments].map(({ 0: text, index }) => toPassage(text, lineAt(index))) };
  }
  const { program, comments, errors } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const names: Passage[] = [];
  const prose = comments.map(({ value, start }) => toPassage(value, lineAt(start)));
  const isTest = isTestFile(file);
  const addText = (start: number, text: string): void => {
    if (/\p{L} \p{L}/u.test(text)) prose.push({ line: lineAt(start), text });
  };
  const addName = (node: unknown): void => {
    const { type, name, start } = (node ?? {}) as { type?: string; name?: string; start?: number };
    if (type === 'Identifier' && name && start !== undefined) names.push({ line: lineAt(start), text: name });
  };
  new Visitor({
    FunctionDeclaration: ({ id, params }) => {
      addName(id);
      params.forEach(addName);
    },
    ArrowFunctionExpression: ({ params }) => params.forEach(addName),
    ClassDeclaration: ({ id }) => addName(id),
    VariableDeclarator: ({ id }) => addName(id),
    TSInterfaceDeclaration: ({ id }) => addName(id),
    TSTypeAliasDeclaration: ({ id }) => addName(id),
    TSPropertySignature: ({ key }) => addName(key),
    MethodDefinition: ({ key }) => addName(key),
    CallExpression: ({ callee, arguments: [title] }) => {
      // `test(title)`, and `test.each(cases)(title)`.
      const isTestCall = callee.type === 'CallExpression' || (callee.type === 'Identifier' && callee.name === 'test');
      if (isTest && isTestCall && title?.type === 'Literal') addText(title.start, String(title.value));
    },
    // Texts for people: labels, errors and messages. The texts in tests are data.
    Literal: ({ value, start }) => {
      if (!isTest && typeof value === 'string') addText(start, value);
    },
    TemplateElement: ({ value, start }) => {
      if (!isTest) addText(start, value.cooked ?? '');
    },
    JSXText: ({ value, start }) => {
      if (!isTest) addText(start, value);
    },
  }).visit(program);
  return { names, prose };
}

function toPassage(comment: string, line: number): Passage {
  const text = comment
    .replace(/^\/?\*+|\*\/$|^<!--|-->$|^\/\/ ?/g, '')
    .replaceAll(/\n\s*\*?\s?/g, ' ')
    .replaceAll(/`[^`]*`|"[^"]*"/g, '…');
  return { line, text: text.trim() };
}

if (import.meta.main) {
  const files = listFiles(process.argv.slice(2)).filter((file) => /\.(?:ts|tsx|mjs|astro|css|md)$/.test(file));
  report(files.flatMap((file) => findRefusedTerms(file, readText(file), vocabulary)));
}
