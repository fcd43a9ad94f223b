import type { Path, To } from 'react-router';

/** The little of React Router that every first load needs; the router itself comes with the staff's shells. */
export type Params = Readonly<Record<string, string>>;

const patterns = new Map<string, { expression: RegExp; names: readonly string[] }>();

function compile(path: string): { expression: RegExp; names: readonly string[] } {
  const known = patterns.get(path);
  if (known) return known;
  const names: string[] = [];
  const source = path
    .split('/')
    .filter(Boolean)
    .map((part) => {
      if (!part.startsWith(':')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(part.slice(1));
      return '([^/]+)';
    })
    .join('/');
  const pattern = { expression: new RegExp(`^/${source}/*$`), names };
  patterns.set(path, pattern);
  return pattern;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parameters of an address that fits `/shop/:id`, undefined when it does not. Case matters. */
export function matchPath(path: string, pathname: string): Params | undefined {
  // most paths have none; an expression for each of them would be compiled before the first page is drawn
  if (!path.includes('/:'))
    return path === pathname || path === pathname.replace(/\/+$/, '') ? {} : undefined;
  const { expression, names } = compile(path);
  const match = expression.exec(pathname);
  return match
    ? Object.fromEntries(names.map((name, place) => [name, decode(match[place + 1] ?? '')]))
    : undefined;
}

const led = (mark: '?' | '#', text: string | undefined) =>
  !text || text === mark ? '' : text.startsWith(mark) ? text : mark + text;

export const createPath = ({ pathname = '/', search, hash }: Partial<Path>): string =>
  pathname + led('?', search) + led('#', hash);

export function parsePath(text: string): Partial<Path> {
  const [, pathname, search, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? [];
  return { ...(pathname && { pathname }), ...(search && { search }), ...(hash && { hash }) };
}

export const pathOf = (to: To): string => (typeof to === 'string' ? to : createPath(to));
