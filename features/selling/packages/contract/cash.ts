import { z } from 'zod';
import { askedField } from '#features/money/allowance/contract.ts';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { choiceOf, done, id, ids, int, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { creationTime, siteFields } from '#kit/contract/things.ts';
import { noteValuesYuan } from '#kit/protocol/types/groups.ts';
import { edit, pricesChanged, view } from './shared.ts';

const base = '/api/blade-cashPackage/cashPackage' as const;
const note = () => choiceOf('packages:noteName', noteValuesYuan);
/** What a machine can be told. */
const bonus = () => int(1, 500);

const cashRecord = z.object({
  id: z.string(),
  ...siteFields,
  yuan: note(),
  bonusCoins: z.int(),
  createdAt: creationTime(),
});
export type CashRecord = z.infer<typeof cashRecord>;

export const cashCalls = {
  listCashPackages: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    access: view,
    input: pageInput({ fieldId: id().optional() }, ['yuan', 'createdAt']),
    output: pageOf(cashRecord),
    refreshedBy: [pricesChanged],
    summary: 'What sites give on top for banknotes',
  }),
  saveCashPackage: defineEndpoint({
    method: 'POST',
    path: `${base}/submit`,
    access: edit,
    place: 'json',
    input: z.object({ id: id().optional(), fieldId: id(), yuan: note(), bonusCoins: bonus() }),
    output: z.object({ id: z.string(), ...askedField }),
    emits: [pricesChanged],
    summary: 'What a site gives on top for a banknote; machines give it once it was sent to them',
  }),
  removeCashPackages: defineEndpoint({
    method: 'POST',
    path: `${base}/remove`,
    access: edit,
    input: z.object({ ids: ids() }),
    output: done(),
    emits: [pricesChanged],
    summary: 'Nothing on top for these banknotes any more, once that was sent to the machines',
  }),
  copyCashPackages: defineEndpoint({
    method: 'POST',
    path: `${base}/copyToFields`,
    access: edit,
    place: 'json',
    input: z.object({ ids: ids(noteValuesYuan.length), fieldIds: ids(50) }),
    output: z.object({ added: z.int(), changed: z.int(), ...askedField }),
    emits: [pricesChanged],
    summary: 'Copies cash packages to other sites; one for the same banknote there becomes equal',
  }),
  restoreCashPackages: defineEndpoint({
    method: 'GET',
    path: `${base}/recoveryCashPackageByField`,
    access: edit,
    changes: true,
    input: z.object({ fieldId: id() }),
    output: done(),
    emits: [pricesChanged],
    summary: 'What a site begins with: nothing on top for any banknote, once that was sent to the machines',
  }),
  sendCashPackages: defineEndpoint({
    method: 'POST',
    path: `${base}/sendTopic`,
    access: permit('packages.send'),
    input: z.object({ fieldId: id() }),
    output: z.object({ batchId: z.string() }),
    summary: 'Sends what a site gives on top to its coin-exchange machines; each confirms for itself',
  }),
};
