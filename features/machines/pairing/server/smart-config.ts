import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PairingJoin, smartConfigLengths, smartConfigPort } from '#kit/protocol/pairing.ts';

const rounds = 12;
const betweenPacketsMs = 2;

export interface BroadcastTarget {
  address: string;
  port: number;
}

export const targetOf = (address: string): BroadcastTarget => ({ address, port: smartConfigPort });

/** Says it over and over: packets in the air get lost, and a machine changes channels while it listens. */
export async function broadcastLengths(
  target: BroadcastTarget,
  join: Pick<PairingJoin, 'ssid' | 'password' | 'token'>,
): Promise<void> {
  const lengths = smartConfigLengths(join);
  const socket = createSocket('udp4');
  try {
    await new Promise<void>((ready) => socket.bind(0, ready));
    socket.setBroadcast(true);
    for (let round = 0; round < rounds; round++)
      for (const length of lengths) {
        await new Promise<void>((sent, failed) =>
          socket.send(Buffer.alloc(length), target.port, target.address, (error) =>
            error ? failed(error) : sent(),
          ),
        );
        await sleep(betweenPacketsMs);
      }
  } finally {
    socket.close();
  }
}
