import { randomInt } from 'node:crypto';
import { contentContract as content } from '#features/base/content/contract.ts';
import { alertsContract as alerts } from '#features/insight/alerts/contract.ts';
import { firmwareContract } from '#features/machines/firmware/contract.ts';
import type { People, Planter } from './planter.ts';

const kinds = ['news', 'question', 'tutorial', 'introduction'] as const;

export async function plantContent(
  planter: Planter,
  { merchant, admin }: People,
): Promise<{ slug: Record<(typeof kinds)[number], string> }> {
  await planter.write(admin, content.sendMessage, { audience: 'everyone', account: undefined });
  const run = randomInt(1e9);
  for (const kind of kinds) {
    const { id } = await planter.write(admin, content.submitArticle, {
      kind,
      slug: `${kind}-${run}`,
      category: 'usage',
    });
    await admin.call(content.publishArticle, { id, published: true } as never);
  }
  const version = `9.${randomInt(9999)}.${randomInt(9999)}`;
  await planter.writeFile(
    admin,
    firmwareContract.publishImage,
    {
      target: 'firmware',
      type: 'lottery',
      version,
      hardware: planter.text('firmware.publishImage hardware', 40),
    },
    Buffer.from('planted'),
  );
  await planter.write(admin, content.saveHelpContact, { phone: '4000001234' });
  await planter.write(merchant, content.saveKeyData, { list: [{ dataKey: 'planted' }] });
  const slugs = kinds.map((kind) => [kind, `${kind}-${run}`] as const);
  return { slug: Object.fromEntries(slugs) as Record<(typeof kinds)[number], string> };
}

export async function plantAlerts(planter: Planter, { merchant }: People): Promise<void> {
  const { records } = await merchant.call(alerts.listAlerts, { state: 'open' });
  const [first] = records.toReversed();
  await planter.write(merchant, alerts.acknowledgeAlerts, { ids: [first!.id] });
  await planter.write(merchant, alerts.mendAlerts, { ids: [first!.id] });
}
