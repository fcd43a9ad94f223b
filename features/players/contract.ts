import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { choiceOf, done, empty, id, int } from '#kit/contract/schemas.ts';

/** Pages open inside WeChat or Alipay, which say who the player is. */
export const playerPlatforms = ['wechat', 'alipay'] as const;
export type PlayerPlatform = (typeof playerPlatforms)[number];

const platform = () => choiceOf('players:platform', playerPlatforms);

const player = z.object({
  id: z.string(),
  playerName: z.string(),
  playerPhoto: z.string(),
  /** the middle digits are hidden: a page may be looked at over a shoulder */
  phone: z.string().nullable(),
  platform: platform(),
});
export type Player = z.infer<typeof player>;

const login = z.object({ access_token: z.string(), expires_in: z.int(), player });
export type PlayerLogin = z.infer<typeof login>;

const base = '/api/blade-player/player' as const;

export const playersContract = {
  readSelf: defineEndpoint({
    method: 'GET',
    path: `${base}/detail`,
    access: 'player',
    /** older clients send whom they mean; anybody else than oneself is not found */
    input: z.object({ id: id().optional() }),
    output: player,
    summary: 'The player who is logged in',
  }),
  renewLogin: defineEndpoint({
    method: 'POST',
    path: `${base}/renewToken`,
    access: 'player',
    repeats: { because: 'every token is a new one' },
    rate: { max: 30, windowSeconds: 60 },
    input: empty(),
    output: login,
    summary: 'A new token before the old one ends; pages ask for it once a day',
  }),
  endLogins: defineEndpoint({
    method: 'POST',
    path: `${base}/logout`,
    access: 'player',
    repeats: { because: 'the login that could ask again has ended' },
    input: empty(),
    output: done(),
    summary: 'Ends all log-ins of the player, on every phone',
  }),
  listDemoPlayers: defineEndpoint({
    method: 'GET',
    path: '/api/demo/players',
    access: 'public',
    onlyDemo: true,
    input: empty(),
    output: z.array(z.object({ n: z.int(), playerName: z.string(), platform: platform() })),
    summary: 'The invented players of a demo, which alone has them',
  }),
  logInDemoPlayer: defineEndpoint({
    method: 'POST',
    path: '/api/demo/player',
    access: 'public',
    onlyDemo: true,
    repeats: { because: 'every log-in is one of its own' },
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ n: int(1, 99) }),
    output: login,
    summary: 'Logs in as one of the invented players of a demo',
  }),
};
