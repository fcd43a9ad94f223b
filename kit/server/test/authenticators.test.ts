import { expect, it } from 'vitest';
import { playerScope } from '../scope.ts';
import { type Authenticator, authenticatorOf, type Session } from '../session.ts';

const claims = (aud: string) => `x.${Buffer.from(JSON.stringify({ aud })).toString('base64url')}.x`;
const playerToken = claims('player');
const staffToken = claims('staff');
const player: Session = {
  kind: 'player',
  sessionId: 's',
  playerId: 'p',
  identityId: 'p',
  scope: playerScope('p'),
};

function door() {
  const asked: string[] = [];
  const side = (name: Session['kind'], known: string, session: Session): Authenticator => ({
    async resolve(token) {
      asked.push(name);
      return token === known ? session : undefined;
    },
  });
  const staff = { ...player, kind: 'staff' } as unknown as Session;
  const both = authenticatorOf({
    staff: side('staff', staffToken, staff),
    player: side('player', playerToken, player),
  });
  return { both, asked };
}

it('asks nobody but the side a call is for, when the token is of that side', async () => {
  const { both, asked } = door();
  expect((await both.resolve(playerToken, 'player'))?.kind).toBe('player');
  expect((await both.resolve(staffToken, 'staff'))?.kind).toBe('staff');
  expect(asked).toEqual(['player', 'staff']);
});

it('follows what the token says of itself where both kinds of people call', async () => {
  const { both, asked } = door();
  await both.resolve(playerToken);
  await both.resolve(staffToken);
  expect(asked).toEqual(['player', 'staff']);
});

it('still knows a token of the other side, so that it is refused and not called expired', async () => {
  const { both } = door();
  expect((await both.resolve(staffToken, 'player'))?.kind).toBe('staff');
  expect(await both.resolve('x.y.z', 'player')).toBeUndefined();
  expect(await both.resolve('', undefined)).toBeUndefined();
});
