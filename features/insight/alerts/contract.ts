import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  bool,
  choiceOf,
  flagOf,
  id,
  ids,
  instant,
  int,
  longText,
  pageInput,
  pageOf,
} from '#kit/contract/schemas.ts';
import { maybeMachineFields, maybeSiteFields } from '#kit/contract/things.ts';
import { type FaultCode, faults } from '#kit/protocol/faults.ts';
import { alertChanged, alertKind, alertOpened, rulesChanged, severity } from './contract/kinds.ts';
import { silencesContract } from './contract/silences.ts';

export const endReasons = ['gone', 'mended', 'off', 'aged', 'silenced'] as const;
export type EndReason = (typeof endReasons)[number];
/** roles: the owner and the named job roles; nobody: only the pages show it. */
export const toldChoices = ['everyone', 'owner', 'roles', 'nobody'] as const;
export type Told = (typeof toldChoices)[number];
export const ruleSources = ['site', 'merchant', 'usual'] as const;

const alertState = () =>
  choiceOf('alerts:state', ['open', 'taken', ...endReasons], {
    open: 'waiting',
    taken: 'info',
    gone: 'quiet',
    mended: 'quiet',
    off: 'quiet',
    aged: 'quiet',
    silenced: 'quiet',
  });
const told = () => choiceOf('alerts:told', toldChoices);

const view = permit('alerts.view');
const handle = permit('alerts.handle');
const rules = permit('alerts.rules');

export const alertRecord = z.object({
  id: z.string(),
  kind: alertKind(),
  /** what of the machine: a fault's code, a hopper, a lane, a counter; empty where there is but one */
  subject: z.string(),
  severity: severity(),
  /** how it stands: nobody takes care yet, somebody does, or how it ended */
  state: alertState(),
  /** what is wrong and what to do about it, in the caller's language */
  title: z.string(),
  detail: z.string(),
  help: z.string(),
  ...maybeMachineFields,
  code: z.string().nullable(),
  ...maybeSiteFields,
  openedAt: instant(),
  acknowledgedAt: instant().nullable(),
  acknowledgedName: z.string().nullable(),
  note: z.string(),
  endedAt: instant().nullable(),
  endReason: choiceOf('alerts:state', endReasons).nullable(),
  endedName: z.string().nullable(),
});
export type AlertRecord = z.infer<typeof alertRecord>;

export const ruleRecord = z.object({
  kind: alertKind(),
  enabled: flagOf('alerts:watched', { yes: 'good', no: 'quiet' }),
  threshold: z.int().nullable(),
  told: told(),
  roleIds: z.array(z.string()),
  mutedFaults: z.array(z.string()),
  /** where it stands: of this site, of the merchant, or as delivered */
  source: choiceOf('alerts:source', ruleSources),
});
export type RuleRecord = z.infer<typeof ruleRecord>;

const faultCodes = Object.keys(faults) as [FaultCode, ...FaultCode[]];
const ofSite = { fieldId: id().optional().nullable() };
const some = z.object({ ids: ids(), note: longText(200).optional() });
const base = '/api/blade-alert' as const;

export const alertsContract = {
  ...silencesContract,
  listAlerts: get(`${base}/alert/list`, view, {
    input: pageInput(
      {
        state: choiceOf('alerts:state', ['open', 'ended']).optional(),
        kind: alertKind().optional(),
        severity: severity().optional(),
        fieldId: id().optional(),
        equipmentId: id().optional(),
      },
      ['openedAt', 'severity'],
    ),
    output: pageOf(alertRecord),
    refreshedBy: [alertOpened, alertChanged],
    summary: 'Alerts of the sites the caller sees, open ones or ended ones',
  }),
  alertSummary: get(`${base}/alert/summary`, view, {
    input: z.object({ fieldId: id().optional() }),
    output: z.object({
      open: z.int(),
      severe: z.int(),
      latest: z.array(alertRecord),
      /** alerts that say the same together: how many, and the newest of them */
      groups: z.array(z.object({ count: z.int(), alerts: z.array(alertRecord) })),
    }),
    refreshedBy: [alertOpened, alertChanged],
    summary: 'How many alerts are open, and those that matter most',
  }),
  acknowledgeAlerts: post(`${base}/alert/acknowledge`, handle, {
    input: some,
    emits: [alertChanged],
    summary: 'Says that somebody takes care; the alerts stay open',
  }),
  mendAlerts: post(`${base}/alert/mend`, handle, {
    input: some,
    emits: [alertChanged],
    summary:
      'Ends alerts by hand; one whose cause is still there opens again, after minutes for machines, a day for goods',
  }),
  listRules: get(`${base}/rule/list`, view, {
    input: z.object(ofSite),
    output: z.object({
      rules: z.array(ruleRecord),
      /** the job roles that can be told */
      roles: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    refreshedBy: [rulesChanged],
    summary: 'What is watched at a site, or for all sites, and who is told',
  }),
  saveRule: post(`${base}/rule/submit`, rules, {
    place: 'json',
    input: z.object({
      ...ofSite,
      kind: alertKind(),
      enabled: bool(),
      threshold: int(0, 100_000).optional().nullable(),
      told: told(),
      roleIds: z.array(id()).max(100).default([]),
      mutedFaults: z.array(z.enum(faultCodes)).max(faultCodes.length).default([]),
    }),
    emits: [rulesChanged],
    summary: 'Changes a rule of one site, or without a site of all sites that have none of their own',
  }),
  resetRule: post(`${base}/rule/reset`, rules, {
    input: z.object({ ...ofSite, kind: alertKind() }),
    emits: [rulesChanged],
    summary: "Drops a rule: a site then follows the merchant's, the merchant's the usual one",
  }),
};
