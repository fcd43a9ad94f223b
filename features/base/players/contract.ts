import { z } from 'zod';
import { captchaAnswer, codeTicket, sentCode } from '#features/base/accounts/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, day, id, instant, int, phone, shownPhone, smsCode, text } from '#kit/contract/schemas.ts';
import { addressesContract } from './contract/addresses.ts';

/** Pages open inside WeChat or Alipay, which say who the player is. */
export const appPlatforms = ['wechat', 'alipay'] as const;
export type AppPlatform = (typeof appPlatforms)[number];
/** phone: in any other browser, by a code sent to it */
export const playerPlatforms = [...appPlatforms, 'phone'] as const;
export type PlayerPlatform = (typeof playerPlatforms)[number];

/** What a player owns somewhere is more or less than before: money, coins, points. Told to the player's phones. */
export const purseChanged = defineEvent('player.purse');

const platform = () => choiceOf('players:platform', playerPlatforms);

const player = z.object({
  id: z.string(),
  playerName: z.string(),
  playerPhoto: z.string(),
  /** the middle digits are hidden: a page may be looked at over a shoulder */
  phone: shownPhone().nullable(),
  platform: platform(),
  /** the account is closed and is deleted then, unless the player takes it back */
  closesAt: instant().nullable(),
});
export type Player = z.infer<typeof player>;

const self = player.extend({ birthday: day().nullable() });
export type Self = z.infer<typeof self>;

const login = z.object({ access_token: z.string(), expires_in: z.int(), player });
export type PlayerLogin = z.infer<typeof login>;

const base = '/api/blade-player/player' as const;

/** A page proves that the log-in it comes back from is the one it began: see server/login-state.ts. */
const nonce = () => z.string().regex(/^[\w-]{16,64}$/);
const comingBack = {
  state: z.string().max(128).optional(),
  nonce: nonce().optional(),
};
/** Clients of the specification say where the player stands: a place that is not there is refused. */
const whereabouts = { equipmentId: text(36, 0).optional(), field: text(36, 0).optional() };
const code = () => text(512);
const once = { because: 'the platform takes every code once' } as const;
const loginRate = { max: 60, windowSeconds: 60 };

export const playersContract = {
  ...addressesContract,
  readSelf: get(`${base}/detail`, 'player', {
    /** older clients send whom they mean; anybody else than oneself is not found */
    input: z.object({ id: id().optional() }),
    whileClosed: true,
    output: self,
    summary: 'The player who is logged in',
  }),
  updateSelf: post(`${base}/update`, 'player', {
    rate: { max: 30, windowSeconds: 60 },
    /** what is absent stays; an empty birthday is none */
    input: z.object({
      playerName: text(20).optional(),
      birthday: z.union([day(), z.literal('')]).optional(),
    }),
    output: self,
    summary:
      'The name the player wants to be called by, which the platform’s no longer replaces, and the birthday',
  }),
  renewLogin: post(`${base}/renewToken`, 'player', {
    repeats: { because: 'every token is a new one' },
    rate: { max: 30, windowSeconds: 60 },
    whileClosed: true,
    output: login,
    summary: 'A new token before the old one ends; pages ask for it once a day',
  }),
  takeBackAccount: post(`${base}/takeBackAccount`, 'player', {
    repeats: { because: 'every token is a new one' },
    rate: { max: 10, windowSeconds: 60 },
    whileClosed: true,
    output: login,
    summary: 'Takes back an account that was about to be deleted: everything is as it was',
  }),
  endLogins: post(`${base}/logout`, 'player', {
    whileClosed: true,
    repeats: { because: 'the login that could ask again has ended' },
    summary: 'Ends all log-ins of the player, on every phone',
  }),
  findAppId: get('/api/wechat/getAppId', 'public', {
    rate: { max: 120, windowSeconds: 60 },
    input: z.object({
      /** the page to come back to, without its hash */
      url: z.url({ protocol: /^https?$/ }).max(2000),
      platform: choiceOf('players:platform', appPlatforms).default('wechat'),
      nonce: nonce().optional(),
    }),
    output: z.object({
      appId: z.string(),
      /** the platform's page that asks who it is; for who sent a nonce */
      authorizeUrl: z.string().nullable(),
    }),
    summary: 'App id for a page of ours, and where the platform asks who the player is',
  }),
  logInByWechat: post('/api/wechat/codeLogin', 'public', {
    repeats: once,
    rate: loginRate,
    input: z.object({ code: code(), ...whereabouts, ...comingBack }),
    output: login,
    summary: 'Exchanges the code WeChat came back with for the player',
  }),
  logInByWechatOnly: get(`${base}/playerWeChatLogin`, 'public', {
    changes: true,
    repeats: once,
    rate: loginRate,
    input: z.object({ code: code(), ...comingBack }),
    output: login,
    summary: 'The same by GET, for clients that know no place',
  }),
  logInByAlipay: post('/api/wechat/aliPayLogin', 'public', {
    repeats: once,
    rate: loginRate,
    input: z.object({ auth_code: code(), ...whereabouts, ...comingBack }),
    output: login,
    summary: 'Exchanges the code Alipay came back with for the player',
  }),
  logInByAlipayOnly: get('/api/wechat/aliPayRedirect', 'public', {
    changes: true,
    repeats: once,
    rate: loginRate,
    input: z.object({ auth_code: code(), fieldId: text(36, 0).optional(), ...comingBack }),
    output: login,
    summary: 'The same by GET, for pages that Alipay leads back to a site',
  }),
  logInByMiniProgram: post('/api/wechat/appletLogin', 'public', {
    repeats: once,
    rate: loginRate,
    input: z.object({ code: code(), ...whereabouts }),
    output: login,
    summary: 'Exchanges what wx.login gave inside the mini-program for the player (docs/mini-program.md)',
  }),
  sendLoginCode: post(`${base}/sendLoginCode`, 'public', {
    repeats: { because: 'every code is a new one, and the limits count each' },
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({ phone: phone(), ...captchaAnswer }),
    output: sentCode,
    summary: 'Sends a code to a phone; the answer is the same whether a player has it or not',
  }),
  logInByPhone: post(`${base}/phoneLogin`, 'public', {
    repeats: { because: 'a code serves once' },
    rate: loginRate,
    books: 'money',
    input: z.object({
      phone: phone(),
      ...codeTicket,
      code: smsCode(),
      /** after wrong codes */
      captchaKey: text(36, 0).optional(),
      captchaCode: text(8, 0).optional(),
    }),
    output: login,
    summary: 'Logs a player in by the code on the phone; a new player at the first time',
  }),
  listDemoPlayers: get('/api/demo/players', 'public', {
    onlyDemo: true,
    output: z.array(z.object({ n: z.int(), playerName: z.string(), platform: platform() })),
    summary: 'The invented players of a demo, which alone has them',
  }),
  logInDemoPlayer: post('/api/demo/player', 'public', {
    onlyDemo: true,
    repeats: { because: 'every log-in is one of its own' },
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ n: int(1, 99) }),
    output: login,
    summary: 'Logs in as one of the invented players of a demo',
  }),
};
