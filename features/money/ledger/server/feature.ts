import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import type { JobDeclaration } from '#kit/server/jobs.ts';
import type { Services } from '#kit/server/services.ts';
import { ledgerFeature } from '../feature.ts';
import { correctionHandlers } from './correction-handlers.ts';
import { voidOverdueHolds } from './holds.ts';
import { prove } from './prove.ts';

/** Nobody has to look: when the books do not balance, the platform is told. */
async function proveAndTell(services: Services): Promise<void> {
  const proof = await prove(services.db, services.clock.now(), services.booksChecks);
  if (proof.holds) return;
  const broken = proof.checks.filter((check) => !check.holds);
  services.log.error({ broken }, 'the books do not balance');
  await services.db.transaction((tx) =>
    sendSystemMessage(tx, services.texts, {
      audience: { kind: 'realm', realm: 'platform' },
      titleKey: 'ledger:message.brokenTitle',
      bodyKey: 'ledger:message.brokenBody',
      params: { count: broken.length },
      level: 'warning',
      link: '/ledger_proof',
    }),
  );
}

const jobs: JobDeclaration[] = [
  { name: 'ledger.prove', cron: '30 19 * * *', run: proveAndTell },
  {
    name: 'ledger.void-overdue-holds',
    cron: '* * * * *',
    run: async ({ db, clock }) => {
      while ((await voidOverdueHolds(db, clock.now())) > 0);
    },
  },
];

export default serveFeature(ledgerFeature, {
  jobs,
  handlers: {
    prove: ({ db, clock, services }) => prove(db, clock.now(), services.booksChecks),
    ...correctionHandlers,
  },
});
