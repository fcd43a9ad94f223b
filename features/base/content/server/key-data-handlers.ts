import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, everyoneTopic, tenantTopic } from '#kit/server/outbox.ts';
import { platformTenantId } from '#kit/server/scope.ts';
import { helpContactChanged, keyDataChanged } from '../contract/events.ts';
import type { keyDataContract } from '../contract/key-data.ts';
import { readSettings, type Settings, writeSettings } from './key-data-queries.ts';

const contactKeys = { phone: 'help.phone', hours: 'help.hours', qr: 'help.qr' } as const;

/** The caller's own organisation only, whatever wider view the caller has. */
function save(
  context: StaffContext,
  values: Settings,
  action: string,
  tell?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { tenantId } = context.session;
  return context.db.transaction(async (tx) => {
    const before = await writeSettings(tx, tenantId, values, context.clock.now());
    await audit(tx, context, {
      action,
      entity: 'setting',
      entityId: tenantId,
      label: [...values.keys()].join(', '),
      before,
      after: Object.fromEntries([...values].filter(([, value]) => value !== null)),
    });
    await emit(tx, tenantTopic(tenantId), keyDataChanged, { keys: [...values.keys()] });
    await tell?.(tx);
  });
}

export const keyDataHandlers: Handlers<typeof keyDataContract> = {
  async saveKeyData(context, { list }) {
    const values = new Map(list.map(({ dataKey, dataValue }) => [dataKey, dataValue]));
    await save(context, values, 'content.saveSettings');
  },

  async listKeyData({ db, session }, { dataKeys, prefix }) {
    return readSettings(db.read, session.tenantId, { keys: dataKeys, prefix });
  },

  async helpContact({ db }) {
    const found = await readSettings(db.read, platformTenantId, { keys: Object.values(contactKeys) });
    const settingOf = (key: string) => found.find(({ dataKey }) => dataKey === key)?.dataValue ?? '';
    return {
      phone: settingOf(contactKeys.phone),
      hours: settingOf(contactKeys.hours),
      qr: settingOf(contactKeys.qr),
    };
  },

  async saveHelpContact(context, input) {
    const values = new Map(
      (['phone', 'hours', 'qr'] as const).map((name) => [contactKeys[name], input[name] || null]),
    );
    await save(context, values, 'content.saveHelpContact', (tx) =>
      emit(tx, everyoneTopic, helpContactChanged),
    );
  },
};
