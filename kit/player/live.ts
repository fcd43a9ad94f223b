import { useEffect, useRef } from 'react';
import type { EventDeclaration } from '#kit/contract/event.ts';
import { type LiveInput, liveStep, type ServerFrame, startState } from '#kit/ui/live-machine.ts';
import { currentPlayer, playerToken } from './session.ts';

const socketPath = '/api/blade-websocket/message';

/** undefined: something may have been missed. */
type Handler = (event: { event: string; data: unknown } | undefined) => void;
const handlers = new Set<Handler>();

let state = startState;
let socket: WebSocket | undefined;
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

function step(input: LiveInput): void {
  const result = liveStep(state, input);
  state = result.state;
  for (const effect of result.effects) {
    if (effect.kind === 'deliver') for (const handler of [...handlers]) handler(effect.event);
    else if (effect.kind === 'resync') for (const handler of [...handlers]) handler(undefined);
    else if (effect.kind === 'send') socket?.send(JSON.stringify(effect.frame));
    else if (effect.kind === 'connectAfter')
      reconnectTimer = setTimeout(() => void connect(), effect.delayMs);
    // where sockets do not work the pages ask by themselves, as they do anyway
  }
}

async function connect(): Promise<void> {
  if (socket || handlers.size === 0 || !currentPlayer()) return;
  const token = await playerToken();
  if (socket || handlers.size === 0 || !token) return;
  const url = new URL(socketPath, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const opened = new WebSocket(url);
  socket = opened;
  // in the first frame, not in the address: addresses end up in logs
  opened.onopen = () => step({ kind: 'opened', token });
  opened.onmessage = (message) => {
    if (socket === opened) step({ kind: 'frame', frame: JSON.parse(String(message.data)) as ServerFrame });
  };
  opened.onclose = () => {
    if (socket !== opened) return;
    socket = undefined;
    if (handlers.size > 0) step({ kind: 'closed', random: Math.random() });
  };
}

function leave(): void {
  clearTimeout(reconnectTimer);
  const open = socket;
  socket = undefined;
  state = startState;
  open?.close();
}

/**
 * `useLive(ownDepositChanged, (data) => …)`: what the server tells this player. Called without data where something may
 * have been missed. A page that must not stand still asks every so often as well: not every network lets sockets through.
 */
export function useLive<D extends object>(
  { name }: EventDeclaration<D>,
  handler: (data: D | undefined) => void,
): void {
  const latest = useRef(handler);
  latest.current = handler;
  const playerId = currentPlayer()?.id;
  useEffect(() => {
    if (!playerId) return;
    const listen: Handler = (told) => {
      if (!told) latest.current(undefined);
      else if (told.event === name) latest.current(told.data as D);
    };
    handlers.add(listen);
    void connect();
    return () => {
      handlers.delete(listen);
      if (handlers.size === 0) leave();
    };
  }, [name, playerId]);
}
