import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AppLink } from './app-link.tsx';
import { hasWords } from './words.ts';

const Badge = ({ children }: { children: string }) => <b>{children}</b>;
const Clock = () => <time>12:00</time>;

it.each([
  ['a word', 'Cards', true],
  ['a number', 0, true],
  ['words inside others', <i key="1">{['', <b key="2">Cards</b>]}</i>, true],
  ['a picture that is called something', <img key="1" alt="A bear" src="/bear.png" />, true],
  ['what draws its own words', <Clock key="1" />, true],
  ['texts that have not come', '', false],
  ['a badge whose text has not come', <Badge key="1">{''}</Badge>, false],
  ['nothing', [undefined, null, false], false],
  ['a drawing that is not read out', <svg key="1" aria-hidden="true" />, false],
])('%s', (_, node, said) => expect(hasWords(node)).toBe(said));

it('a link is not there before its words are', () => {
  expect(renderToStaticMarkup(<AppLink to="/cards">{''}</AppLink>)).toBe('');
  expect(renderToStaticMarkup(<AppLink to="/cards">Cards</AppLink>)).toContain('href="/cards"');
  expect(renderToStaticMarkup(<AppLink to="/cards" aria-label="Cards" />)).toContain('href="/cards"');
});
