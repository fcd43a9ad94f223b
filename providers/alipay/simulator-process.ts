/**
 * The simulated Alipay as a process of its own, for tests that kill the server and not the platform. Forked; its first
 * message is `AlipaySimulatorOptions`, its answer `Ready`; then `{id, call, args}` works the control from outside.
 */
import { type AlipayControl, type AlipaySimulatorOptions, startAlipaySimulator } from './simulator.ts';

export type ProcessOptions = Omit<AlipaySimulatorOptions, 'deliver' | 'now'>;
export interface Ready {
  ready: true;
  url: string;
  gateway: string;
  authorizePage: string;
  alipayPublicKeyPem: string;
}
export interface ControlCall {
  id: number;
  call: keyof AlipayControl;
  args: unknown[];
}
export type ControlReply = { id: number; result: unknown } | { id: number; error: string };

const say = (message: Ready | ControlReply) => process.send?.(message);

async function run(control: AlipayControl, { id, call, args }: ControlCall): Promise<ControlReply> {
  try {
    const act = control[call] as (...given: unknown[]) => unknown;
    return { id, result: (await act(...args)) ?? null };
  } catch (error) {
    return { id, error: String(error) };
  }
}

process.once('message', async (options: ProcessOptions) => {
  const { control, stop, url, gateway, authorizePage, alipayPublicKeyPem } =
    await startAlipaySimulator(options);
  process.on('message', (message: ControlCall) => void run(control, message).then(say));
  // The process that forked this is gone: nobody is left to simulate for.
  process.on('disconnect', () => void stop().finally(() => process.exit(0)));
  say({ ready: true, url, gateway, authorizePage, alipayPublicKeyPem });
});
