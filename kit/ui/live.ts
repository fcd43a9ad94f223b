import { useEffect, useRef } from 'react';
import type { EventDeclaration } from '#kit/contract/event.ts';
import { queryClient } from './api.ts';
import { client } from './client.ts';
import { type LiveEvent, type LiveInput, liveStep, type ServerFrame, startState } from './live-machine.ts';
import { createRefresher } from './refresh.ts';
import { accessToken, replaceToken, sessionStore } from './session.ts';
import { createStore, useStore } from './store.ts';

const socketPath = '/api/blade-websocket/message';
const pollPath = '/api/blade-websocket/poll';
const pollEveryMs = 10_000;
/** what the server closes with when it does not know the token, or not any more */
const unauthorizedClose = 4401;

type Handler = (event: LiveEvent) => void;
const handlers = new Set<Handler>();
const connected = createStore(false);
/** Answers on open pages follow the events that their endpoints name in `refreshedBy`. */
const refresher = createRefresher(queryClient);

let state = startState;
let socket: WebSocket | undefined;
let running = false;
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
let pollTimer: ReturnType<typeof setInterval> | undefined;

function step(input: LiveInput): void {
  const result = liveStep(state, input);
  state = result.state;
  connected.set(state.connected);
  for (const effect of result.effects) {
    if (effect.kind === 'deliver') {
      refresher.hear(effect.event);
      for (const handler of [...handlers]) handler(effect.event);
    } else if (effect.kind === 'resync') void queryClient.invalidateQueries();
    else if (effect.kind === 'send') socket?.send(JSON.stringify(effect.frame));
    else if (effect.kind === 'poll') setPolling(effect.on);
    else reconnectTimer = setTimeout(connect, effect.delayMs);
  }
}

function setPolling(on: boolean): void {
  if (on === (pollTimer !== undefined)) return;
  clearInterval(pollTimer);
  pollTimer = on ? setInterval(poll, pollEveryMs) : undefined;
  if (on) void poll();
}

async function poll(): Promise<void> {
  if (!running || document.hidden) return;
  const query = state.lastSeq === undefined ? '' : `?after=${state.lastSeq}`;
  try {
    const response = await client.request(pollPath + query, { method: 'GET' });
    if (!response.ok) return;
    const body = (await response.json()) as {
      data: { seq: string; events: readonly LiveEvent[]; resync: boolean };
    };
    step({ kind: 'polled', ...body.data });
  } catch {
    // No answer now: the next round asks again, and the socket keeps trying too.
  }
}

async function connect(): Promise<void> {
  if (!running) return;
  const token = await accessToken().catch(() => undefined);
  if (!running || socket) return;
  if (!token) {
    // The login ended (the session watcher stops us) or the server is away (count it as a failure).
    if (sessionStore.get().session) step({ kind: 'closed', random: Math.random() });
    return;
  }
  const url = new URL(socketPath, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  // The token goes in the first frame, not in the address: addresses end up in logs.
  const opened = new WebSocket(url);
  socket = opened;
  opened.onopen = () => step({ kind: 'opened', token });
  opened.onmessage = (message) => {
    if (socket === opened) step({ kind: 'frame', frame: JSON.parse(String(message.data)) as ServerFrame });
  };
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    socket = undefined;
    // the login may be over: asking for the next token finds out, and leaves the page where it is
    if (code === unauthorizedClose) void replaceToken(token).catch(() => undefined);
    if (running) step({ kind: 'closed', random: Math.random() });
  };
}

function hurry(): void {
  if (!running || socket || document.hidden) return;
  clearTimeout(reconnectTimer);
  void connect();
}

/** Called by the staff shell while someone is logged in. */
export function startLive(): () => void {
  running = true;
  state = startState;
  void connect();
  document.addEventListener('visibilitychange', hurry);
  window.addEventListener('online', hurry);
  return () => {
    running = false;
    clearTimeout(reconnectTimer);
    setPolling(false);
    document.removeEventListener('visibilitychange', hurry);
    window.removeEventListener('online', hurry);
    const open = socket;
    socket = undefined;
    open?.close();
    connected.set(false);
  };
}

export const useLiveConnected = () => useStore(connected);

/** `useLive(messageCreated, (data) => …)`: what to do beyond loading again, which follows from `refreshedBy`. */
export function useLive<D extends object>({ name }: EventDeclaration<D>, handler: (data: D) => void): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    const listen: Handler = ({ event, data }) => {
      if (event === name) latest.current(data as D);
    };
    handlers.add(listen);
    return () => void handlers.delete(listen);
  }, [name]);
}
