import { expect, test } from 'vitest';
import { z } from 'zod';
import { callsAbout, get, post } from '../call.ts';
import { defineEndpoint, permit } from '../endpoint.ts';
import { defineEvent } from '../event.ts';
import { done, empty } from '../schemas.ts';

test('a call in one line is the endpoint with all its parts named', () => {
  const input = z.object({ id: z.string() });
  const output = z.object({ name: z.string() });
  const edit = permit('notes.edit');
  const rest = { input, output, lets: 'goods', summary: 'Write a note' } as const;
  expect(post('/api/notes/save', edit, rest)).toEqual(
    defineEndpoint({ method: 'POST', path: '/api/notes/save', access: edit, ...rest }),
  );
});

test('a call that says nothing of input and output takes nothing and answers nothing', () => {
  const { method, changes, input, output } = get('/api/notes/wake', 'session', { summary: 'Wakes' });
  expect({ method, changes }).toEqual({ method: 'GET', changes: false });
  expect(z.toJSONSchema(input)).toEqual(z.toJSONSchema(empty()));
  expect(z.toJSONSchema(output)).toEqual(z.toJSONSchema(done()));
});

test('calls about one thing share its events, and one may say otherwise', () => {
  const [noteChanged, other] = [defineEvent('note.changed'), defineEvent('other')];
  const about = callsAbout({ refreshedBy: [noteChanged], emits: [noteChanged] });
  const eventsOf = ({ refreshedBy, emits }: typeof read | typeof write) => [refreshedBy, emits];
  const read = about.get('/api/notes/list', 'session', { summary: 'Reads' });
  const write = about.post('/api/notes/save', 'session', { summary: 'Writes' });
  expect([read, write].map(eventsOf)).toEqual([
    [[noteChanged], []],
    [[], [noteChanged]],
  ]);
  expect(about.post('/api/notes/x', 'session', { emits: [other], summary: 'Writes' }).emits).toEqual([other]);
});
