import { describe, expect, test } from 'vitest';
import { parentAction } from './parent-messages.ts';

const trusted = ['https://shop.example'];
const back = { origin: 'https://shop.example', data: { type: 'BACK' } };

describe('a message of the parent page', () => {
  test('goes back, and on the device list closes the dialog', () => {
    expect(parentAction(back, trusted, '/home')).toBe('back');
    expect(parentAction(back, trusted, '/equipmentList')).toBe('closeDialog');
  });

  test.each(['https://evil.example', 'https://shop.example.evil', 'http://shop.example', 'null'])(
    'from %s is ignored',
    (origin) => expect(parentAction({ ...back, origin }, trusted, '/home')).toBe('ignore'),
  );

  test.each([undefined, null, 'BACK', { type: 'FORWARD' }, []])('that says %j is ignored', (data) =>
    expect(parentAction({ origin: 'https://shop.example', data }, trusted, '/home')).toBe('ignore'),
  );

  test('is ignored when no origin is trusted', () => {
    expect(parentAction(back, [], '/home')).toBe('ignore');
  });
});
