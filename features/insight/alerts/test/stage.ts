import { contentContract } from '#features/base/content/contract.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import { createTestDevice, type TestDevice } from '#features/machines/devices/test/test-device.ts';
import type { Client } from '#kit/contract/client.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { type AlertRecord, alertsContract as calls } from '../contract.ts';

/** A server and, for every test, a new site with one machine that is online. */
export interface Stage {
  server: TestServer;
  merchant: Client;
  /** open day and night, so that tests mean the same at any hour */
  siteId: string;
  device: TestDevice;
  /** of the machine's open connection */
  session: string;
  /** tests move the clock, which ends older logins */
  logIn(account: string): Promise<Client>;
  reset(): Promise<void>;
  connect(machine: TestDevice, changes?: Parameters<TestDevice['hello']>[1]): Promise<string>;
  unplug(machine: TestDevice, session: string): Promise<void>;
  report(machine: TestDevice, changes: Parameters<TestDevice['telemetry']>[1]): Promise<void>;
  open(): Promise<AlertRecord[]>;
  ended(): Promise<AlertRecord[]>;
}

export async function setStage(): Promise<Stage> {
  const server = await startTestServer();
  let sites = 0;
  let sessions = 0;
  let seq = 0;
  const alerts = async (state: 'open' | 'ended') =>
    (await stage.merchant.call(calls.listAlerts, { state, fieldId: stage.siteId, size: 100 })).records;
  const stage: Stage = {
    server,
    merchant: undefined as never,
    siteId: '',
    device: undefined as never,
    session: '',
    logIn: (account) => server.logIn(account),
    async reset() {
      stage.merchant = await stage.logIn('merchant');
      const { id } = await stage.merchant.call(sitesContract.createSite, {
        name: `Alert site ${++sites}`,
        type: 'mall',
        regionCode: '310115',
        address: 'Road 1',
        openingHours: [],
      });
      stage.siteId = id;
      stage.device = await createTestDevice(server, { siteId: id });
      stage.session = await stage.connect(stage.device);
    },
    async connect(machine, changes) {
      const own = `session ${++sessions}`;
      await machine.say('hello', machine.hello(own, changes));
      return own;
    },
    unplug: (machine, own) => machine.say('offline', { session: own, reason: 'lost' }),
    report: (machine, changes) => machine.say('telemetry', machine.telemetry(++seq, changes)),
    open: () => alerts('open'),
    ended: () => alerts('ended'),
  };
  return stage;
}

export const kindsOf = (list: AlertRecord[]) => list.map(({ kind }) => kind).sort();

/** Messages that lead to a machine or a site. */
export async function inboxOf(client: Client, link: string) {
  const page = await client.call(contentContract.listMessages, { size: 100 });
  return page.records.filter((message) => message.link?.includes(link));
}
