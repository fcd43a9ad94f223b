import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Block,
  type Inline,
  parseInline,
  parseMarkdown,
  plainText,
  safeHref,
  safeImage,
} from './markdown-parse.ts';

function inlines(blocks: readonly Block[]): Inline[] {
  const deep = (nodes: readonly Inline[]): Inline[] =>
    nodes.flatMap((node) => ('children' in node ? [node, ...deep(node.children)] : [node]));
  return blocks.flatMap((block): Inline[] => {
    switch (block.type) {
      case 'heading':
      case 'paragraph':
        return deep(block.children);
      case 'list':
        return block.items.flatMap(inlines);
      case 'quote':
      case 'callout':
        return inlines(block.children);
      case 'table':
        return [block.head, ...block.rows].flat().flatMap(deep);
      default:
        return [];
    }
  });
}

describe('an address in written content', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//evil.example/x',
    '/\\evil.example',
    'file:///etc/passwd',
    'https:',
  ])('never becomes a link when it is %j', (href) => {
    expect(safeHref(href)).toBeUndefined();
    const links = inlines(parseMarkdown(`[click](${href})`)).filter((node) => node.type === 'link');
    expect(links).toEqual([]);
  });

  test.each(['https://example.com/a?b=c', 'http://example.com', '/help', '#top', '/files/a/b.png'])(
    'is a link when it is %s',
    (href) => {
      expect(parseInline(`[text](${href})`)).toEqual([
        { type: 'link', href, children: [{ type: 'text', text: 'text' }] },
      ]);
    },
  );

  test('shows pictures of our own uploads only', () => {
    expect(safeImage('/files/000000/202601/ab.png')).toBeDefined();
    for (const src of [
      'https://example.com/x.png',
      '/files/../secret',
      'data:image/png;base64,x',
      '/other/x.png',
    ])
      expect(safeImage(src)).toBeUndefined();
    expect(parseInline('![a picture](https://example.com/x.png)')).toEqual([
      { type: 'text', text: 'a picture' },
    ]);
  });
});

describe('written content', () => {
  test('keeps raw HTML as the characters it is made of', () => {
    const source = '<script>alert(1)</script> <img src=x onerror=alert(1)>';
    expect(parseMarkdown(source)).toEqual([
      { type: 'paragraph', children: [{ type: 'text', text: source }] },
    ]);
  });

  test('has no link or picture with an unsafe address, whatever is written', () => {
    const scheme = fc.constantFrom('javascript:', 'data:', '//', 'https://', '/', '/files/', 'java\nscript:');
    const piece = fc.oneof(
      fc.string(),
      fc.tuple(fc.string(), scheme, fc.string()).map(([text, start, rest]) => `[${text}](${start}${rest})`),
      fc.tuple(fc.string(), scheme, fc.string()).map(([text, start, rest]) => `![${text}](${start}${rest})`),
      fc.constantFrom(
        '\n',
        '\n\n',
        '- ',
        '> ',
        '# ',
        '|',
        '**',
        '*',
        '`',
        '```\n',
        '> [!tip] ',
        '1. ',
        '| --- |\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const node of inlines(parseMarkdown(pieces.join('')))) {
          if (node.type === 'link') expect(node.href).toMatch(/^(https?:\/\/[^/]|\/(?!\/)|#)/i);
          if (node.type === 'image') expect(node.src).toMatch(/^\/files\//);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('is read in good time even when it is hostile', () => {
    const hostile = [
      '*'.repeat(5000),
      '['.repeat(5000),
      '> '.repeat(3000),
      '`'.repeat(5000),
      '- '.repeat(3000),
    ];
    for (const source of hostile) expect(parseMarkdown(source).length).toBeGreaterThan(0);
  });

  test('knows headings, lists inside lists, tables, callouts and code', () => {
    const blocks = parseMarkdown(
      [
        '## Title',
        '',
        '- one',
        '  - inner',
        '- **two**',
        '',
        '> [!warning] Careful',
        '',
        '| a | b |',
        '| --- | --- |',
        '| 1 | 2 |',
        '',
        '```',
        '# not a heading',
        '```',
      ].join('\n'),
    );
    expect(blocks.map((block) => block.type)).toEqual(['heading', 'list', 'callout', 'table', 'code']);
    const list = blocks[1];
    expect(list?.type === 'list' && list.items[0]?.map((block) => block.type)).toEqual(['paragraph', 'list']);
    expect(blocks[4]).toEqual({ type: 'code', text: '# not a heading' });
  });

  test('has plain words for excerpts', () => {
    expect(plainText('## Open\n\n- **one**\n- [two](/x)\n\n> [!tip] three')).toBe('Open one two three');
  });
});
