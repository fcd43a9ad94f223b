import { onDeviceMessage, onUnclaimedHello } from '#features/machines/devices/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { pairingFeature } from '../feature.ts';
import { pairingHandlers } from './pairing-handlers.ts';
import { recogniseHello } from './recognise-hello.ts';
import { mountSimulatedBluetooth } from './simulated-bluetooth.ts';

export default serveFeature(pairingFeature, {
  routes: mountSimulatedBluetooth,
  async start(services) {
    onUnclaimedHello(services, (code, hello) => recogniseHello(services, code, hello));
    onDeviceMessage(services, 'hello', ({ code }, hello) => recogniseHello(services, code, hello));
  },
  handlers: pairingHandlers,
});
