/**
 * The simulated WeChat Pay as a process of its own, for tests that kill the server and not the platform. Forked; its
 * first message is `ProcessOptions`, its answer `Ready`; then `{id, call, args}` works the control from outside.
 */
import type { WechatPayControl } from './simulated-control.ts';
import { startWechatPaySimulator, type WechatPaySimulatorOptions } from './simulator.ts';

export type ProcessOptions = Omit<WechatPaySimulatorOptions, 'deliver' | 'clock'>;
export interface Ready {
  ready: true;
  url: string;
  platformKeys: Record<string, string>;
}
export interface ControlCall {
  id: number;
  call: keyof WechatPayControl;
  args: unknown[];
}
export type ControlReply = { id: number; result: unknown } | { id: number; error: string };

const say = (message: Ready | ControlReply) => process.send?.(message);

async function run(control: WechatPayControl, { id, call, args }: ControlCall): Promise<ControlReply> {
  try {
    const act = control[call] as (...given: unknown[]) => unknown;
    return { id, result: (await act(...args)) ?? null };
  } catch (error) {
    return { id, error: String(error) };
  }
}

process.once('message', async (options: ProcessOptions) => {
  const { control, stop, url, platformKeys } = await startWechatPaySimulator(options);
  process.on('message', (message: ControlCall) => void run(control, message).then(say));
  // The process that forked this is gone: nobody is left to simulate for.
  process.on('disconnect', () => void stop().finally(() => process.exit(0)));
  say({ ready: true, url, platformKeys });
});
