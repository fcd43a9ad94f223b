import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Button } from './button.tsx';
import { List, Row } from './list.tsx';

const nothing = () => {};
const listOf = (title: string, leads: { to: string } | { onClick: () => void } | object) =>
  renderToStaticMarkup(
    <List label={title}>
      <Row title={title} note="" {...leads} />
    </List>,
  );

it.each([
  ['a link', { to: '/cards' }],
  ['a button', { onClick: nothing }],
])('a row that is %s waits for its words', (_, leads) => {
  expect(listOf('', leads)).not.toMatch(/<a|<li|<button/);
  expect(listOf('Cards', leads)).toMatch(/<(a|button)[ >].*Cards/);
});

it('a row that only tells something stays', () => {
  expect(listOf('', {})).toContain('<li');
});

it('a button waits for its words', () => {
  const shown = (words: string) => renderToStaticMarkup(<Button onClick={nothing}>{words}</Button>);
  expect(shown('')).toBe('');
  expect(shown('Pay')).toContain('Pay');
});
