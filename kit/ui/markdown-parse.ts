/**
 * A modest Markdown, parsed into a tree of plain data: no HTML passes through, and an address is kept only when
 * it can not run anything. What is not understood stays text.
 */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'strong' | 'emphasis'; children: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; href: string; children: Inline[] }
  | { type: 'image'; src: string; alt: string };

export type CalloutKind = 'note' | 'tip' | 'warning';

export type Block =
  | { type: 'heading'; level: 1 | 2 | 3 | 4; children: Inline[] }
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'list'; ordered: boolean; items: Block[][] }
  | { type: 'code'; text: string }
  | { type: 'quote'; children: Block[] }
  | { type: 'callout'; kind: CalloutKind; children: Block[] }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { type: 'rule' };

const maxDepth = 6;

/** http(s), paths of our own and anchors; never a scheme that a browser would execute, nor `//host`. */
export function safeHref(href: string): string | undefined {
  const address = href.trim();
  // Browsers drop control characters and spaces inside a scheme, so one that has them is refused whole.
  if (/[\p{Cc}\s\\]/u.test(address)) return undefined;
  if (/^https?:\/\/[^/]/i.test(address)) return address;
  return /^(?:\/(?!\/)|#)/.test(address) ? address : undefined;
}

/** Pictures come from our own uploads: a foreign one would tell its host who reads. */
export const safeImage = (src: string): string | undefined =>
  /^\/(?:files|manual)\/[\w./-]+$/.test(src) && !src.includes('..') ? src : undefined;

const inlinePattern =
  /`([^`]+)`|!\[([^\]]*)\]\(([^()\s]+)\)|\[([^\]]+)\]\(([^()\s]+)\)|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*/g;

export function parseInline(source: string, depth = 0): Inline[] {
  const result: Inline[] = [];
  const pushText = (text: string) => {
    const last = result.at(-1);
    if (!text) return;
    if (last?.type === 'text') last.text += text;
    else result.push({ type: 'text', text });
  };
  if (depth > maxDepth) {
    pushText(source);
    return result;
  }
  let at = 0;
  for (const match of source.matchAll(inlinePattern)) {
    pushText(source.slice(at, match.index));
    at = match.index + match[0].length;
    const [whole, code, alt, src, linkText, href, strong, emphasis] = match;
    if (code !== undefined) result.push({ type: 'code', text: code });
    else if (src !== undefined) {
      const safe = safeImage(src);
      if (safe) result.push({ type: 'image', src: safe, alt: alt ?? '' });
      else pushText(alt ?? '');
    } else if (linkText !== undefined && href !== undefined) {
      const safe = safeHref(href);
      const children = parseInline(linkText, depth + 1);
      if (safe) result.push({ type: 'link', href: safe, children });
      else pushText(linkText);
    } else if (strong !== undefined)
      result.push({ type: 'strong', children: parseInline(strong, depth + 1) });
    else if (emphasis !== undefined)
      result.push({ type: 'emphasis', children: parseInline(emphasis, depth + 1) });
    else pushText(whole);
  }
  pushText(source.slice(at));
  return result;
}

const listItem = /^(\s*)(?:([-*+])|(\d{1,4})[.)])\s+(.*)$/;
const tableRule = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/;
const calloutHead = /^\[!(note|tip|warning)\]\s*(.*)$/i;

const cellsOf = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => parseInline(cell.trim()));

const startsBlock = (line: string) =>
  line.trim() === '' || /^(#{1,4}\s|```|>|(?:-{3,}|\*{3,})\s*$)/.test(line) || listItem.test(line);

/** Reads blocks from lines; `take` functions move the position on. */
class BlockReader {
  private at = 0;
  private readonly lines: readonly string[];
  private readonly depth: number;
  constructor(lines: readonly string[], depth: number) {
    this.lines = lines;
    this.depth = depth;
  }

  read(): Block[] {
    const blocks: Block[] = [];
    while (this.at < this.lines.length) {
      const block = this.next();
      if (block) blocks.push(block);
    }
    return blocks;
  }

  private line(offset = 0): string {
    return this.lines[this.at + offset] ?? '';
  }

  private next(): Block | undefined {
    const line = this.line();
    if (line.trim() === '') {
      this.at += 1;
      return undefined;
    }
    const heading = /^(#{1,4})\s+(.*)$/.exec(line);
    if (heading) {
      this.at += 1;
      const level = (heading[1] as string).length as 1 | 2 | 3 | 4;
      return { type: 'heading', level, children: parseInline(heading[2] as string) };
    }
    if (line.startsWith('```')) return this.takeCode();
    if (/^(?:-{3,}|\*{3,})\s*$/.test(line)) {
      this.at += 1;
      return { type: 'rule' };
    }
    if (line.startsWith('>')) return this.takeQuote();
    if (listItem.test(line) && this.depth < maxDepth) return this.takeList();
    if (line.includes('|') && tableRule.test(this.line(1))) return this.takeTable();
    return this.takeParagraph();
  }

  private takeCode(): Block {
    const start = this.at + 1;
    let end = start;
    while (end < this.lines.length && !this.lines[end]?.startsWith('```')) end += 1;
    this.at = end + 1;
    return { type: 'code', text: this.lines.slice(start, end).join('\n') };
  }

  private takeQuote(): Block {
    const inner: string[] = [];
    while (this.at < this.lines.length && this.line().startsWith('>')) {
      inner.push(this.line().replace(/^>\s?/, ''));
      this.at += 1;
    }
    const head = calloutHead.exec(inner[0] ?? '');
    if (this.depth >= maxDepth) return { type: 'paragraph', children: parseInline(inner.join('\n')) };
    if (!head) return { type: 'quote', children: new BlockReader(inner, this.depth + 1).read() };
    const body = [head[2] as string, ...inner.slice(1)];
    return {
      type: 'callout',
      kind: (head[1] as string).toLowerCase() as CalloutKind,
      children: new BlockReader(body, this.depth + 1).read(),
    };
  }

  private takeList(): Block {
    const first = listItem.exec(this.line()) as RegExpExecArray;
    const indent = (first[1] as string).length;
    const ordered = first[3] !== undefined;
    const items: string[][] = [];
    while (this.at < this.lines.length) {
      const line = this.line();
      const match = listItem.exec(line);
      const lineIndent = /^\s*/.exec(line)?.[0].length ?? 0;
      if (match && lineIndent <= indent) {
        if (lineIndent < indent || (match[3] !== undefined) !== ordered) break;
        items.push([match[4] as string]);
      } else if (line.trim() !== '' && lineIndent > indent && items.length > 0)
        items.at(-1)?.push(line.slice(Math.min(lineIndent, indent + 2)));
      else break;
      this.at += 1;
    }
    return {
      type: 'list',
      ordered,
      items: items.map((item) => new BlockReader(item, this.depth + 1).read()),
    };
  }

  private takeTable(): Block {
    const head = cellsOf(this.line());
    this.at += 2;
    const rows: Inline[][][] = [];
    while (this.at < this.lines.length && this.line().includes('|')) {
      rows.push(cellsOf(this.line()));
      this.at += 1;
    }
    return { type: 'table', head, rows };
  }

  private takeParagraph(): Block {
    const start = this.at;
    this.at += 1;
    while (this.at < this.lines.length && !startsBlock(this.line())) this.at += 1;
    return { type: 'paragraph', children: parseInline(this.lines.slice(start, this.at).join('\n')) };
  }
}

export const parseMarkdown = (source: string): Block[] =>
  new BlockReader(source.replaceAll('\r\n', '\n').split('\n'), 0).read();

/** Plain words of a text, for excerpts and search results. */
export function plainText(source: string): string {
  const inline = (nodes: readonly Inline[]): string =>
    nodes
      .map((node) =>
        'children' in node ? inline(node.children) : node.type === 'image' ? node.alt : node.text,
      )
      .join('');
  const block = (node: Block): string => {
    switch (node.type) {
      case 'heading':
      case 'paragraph':
        return inline(node.children);
      case 'list':
        return node.items.map((item) => item.map(block).join(' ')).join(' ');
      case 'code':
        return node.text;
      case 'quote':
      case 'callout':
        return node.children.map(block).join(' ');
      case 'table':
        return [node.head, ...node.rows].map((row) => row.map(inline).join(' ')).join(' ');
      case 'rule':
        return '';
    }
  };
  return parseMarkdown(source).map(block).join(' ').replace(/\s+/g, ' ').trim();
}
