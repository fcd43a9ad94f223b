import { isValidElement, type ReactNode } from 'react';

/** What says itself what it is called, or asks not to be read. */
interface Named {
  'aria-hidden'?: boolean | 'true' | 'false';
  'aria-label'?: string;
  alt?: string;
  children?: ReactNode;
}

const isHidden = (hidden: Named['aria-hidden']) => hidden === true || hidden === 'true';

/**
 * Whether there is something to read in it. Texts of another feature come a moment after the page that shows a piece of
 * it, and are empty until then. A component without children is taken to say something.
 */
export function hasWords(node: ReactNode): boolean {
  if (typeof node === 'string') return node.trim() !== '';
  if (Array.isArray(node)) return node.some(hasWords);
  if (!isValidElement<Named>(node)) return typeof node === 'number';
  const { type, props } = node;
  if (isHidden(props['aria-hidden'])) return false;
  if (props['aria-label'] || props.alt) return true;
  return 'children' in props ? hasWords(props.children) : typeof type !== 'string';
}
