import { onDeviceFacts } from '#features/devices/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { remotecreditFeature } from '../feature.ts';
import { creditDevice, listCreditDevices, listCreditors, listCredits, readCredit } from './credit-device.ts';
import { listLimits, readAllowance, saveLimit } from './limits.ts';
import { createLink, listLinks, readLink, revokeLink, useLink } from './links.ts';
import { settleRemoteCredit } from './settle-credit.ts';

export default serveFeature(remotecreditFeature, {
  handlers: {
    creditDevice,
    listCredits,
    readCredit,
    listCreditors,
    listCreditDevices,
    readAllowance,
    listLimits,
    saveLimit,
    createLink,
    listLinks,
    revokeLink,
    readLink,
    useLink,
  },
  async start(services) {
    onDeviceFacts(services, {
      commandSettled: (tx, command) => settleRemoteCredit(tx, command, services.clock.now()),
    });
  },
});
