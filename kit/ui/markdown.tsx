import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './markdown.module.css';
import { type Block, type Inline, parseMarkdown } from './markdown-parse.ts';

function renderInline(nodes: readonly Inline[]): ReactNode {
  return nodes.map((node, index) => {
    // The tree is rebuilt as a whole from its text: positions are its identity.
    const key = `${node.type}${index}`;
    switch (node.type) {
      case 'text':
        return node.text;
      case 'strong':
        return <strong key={key}>{renderInline(node.children)}</strong>;
      case 'emphasis':
        return <em key={key}>{renderInline(node.children)}</em>;
      case 'code':
        return <code key={key}>{node.text}</code>;
      case 'image':
        return <img key={key} src={node.src} alt={node.alt} loading="lazy" />;
      case 'link':
        return node.href.startsWith('/') && !node.href.startsWith('/files/') ? (
          <Link key={key} to={node.href}>
            {renderInline(node.children)}
          </Link>
        ) : (
          <a
            key={key}
            href={node.href}
            {...(node.href.startsWith('#') ? {} : { target: '_blank', rel: 'noreferrer noopener' })}
          >
            {renderInline(node.children)}
          </a>
        );
    }
    return null;
  });
}

function renderBlock(block: Block, key: string): ReactNode {
  switch (block.type) {
    case 'heading': {
      // The page has its own h1: headings of a text start below it.
      const Heading = `h${block.level + 1}` as 'h2' | 'h3' | 'h4' | 'h5';
      return <Heading key={key}>{renderInline(block.children)}</Heading>;
    }
    case 'paragraph':
      return <p key={key}>{renderInline(block.children)}</p>;
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List key={key}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rebuilt as a whole
            <li key={index}>{renderItem(item)}</li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        <pre key={key}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote key={key}>{renderBlocks(block.children)}</blockquote>;
    case 'callout':
      return (
        <aside key={key} className={classes.callout} data-kind={block.kind}>
          {renderBlocks(block.children)}
        </aside>
      );
    case 'table':
      return (
        <div key={key} className={classes.tableScroll}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rebuilt as a whole
                  <th key={index} scope="col">
                    {renderInline(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rebuilt as a whole
                <tr key={index}>
                  {row.map((cell, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rebuilt as a whole
                    <td key={column}>{renderInline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'rule':
      return <hr key={key} />;
  }
}

/** A single paragraph in a list item needs no paragraph around it. */
function renderItem(item: readonly Block[]): ReactNode {
  const [first, ...rest] = item;
  if (first?.type !== 'paragraph') return renderBlocks(item);
  return (
    <>
      {renderInline(first.children)}
      {renderBlocks(rest)}
    </>
  );
}

const renderBlocks = (blocks: readonly Block[]): ReactNode =>
  blocks.map((block, index) => renderBlock(block, `${block.type}${index}`));

/** Written content. Raw HTML shows as the characters it is made of. */
export function Markdown({ source }: { source: string }) {
  return <div className={classes.text}>{renderBlocks(parseMarkdown(source))}</div>;
}
