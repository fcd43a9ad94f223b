import type { FastifyInstance } from 'fastify';
import type { Services } from '#kit/server/services.ts';
import { simulatedMachines } from './simulated-machines.ts';

export const scriptPath = '/api/blade-pairing/simulated/bluetooth.js';

/** Pages run scripts of our own origin only, so the one that plays Bluetooth in a demo is handed through. */
export async function mountSimulatedBluetooth(app: FastifyInstance, services: Services): Promise<void> {
  if (!services.demo) return;
  app.get(scriptPath, { schema: { hide: true } }, async (_request, reply) => {
    const machines = simulatedMachines(services);
    if (!machines) return reply.code(404).send();
    const script = await fetch(machines.bluetoothScript);
    return reply
      .header('cache-control', 'no-store')
      .type('text/javascript')
      .send(await script.text());
  });
}
