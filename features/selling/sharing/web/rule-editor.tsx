import { Button, Paper } from '@mantine/core';
import { useState } from 'react';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { act, failureMessage } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { toast } from '#kit/ui/toast.ts';
import type { ReceiverRecord } from '../contract/receivers.ts';
import { rulesContract } from '../contract/rules.ts';
import { CostRows } from './cost-rows.tsx';
import { Preview } from './preview.tsx';
import { type DraftRatio, RatioRows } from './ratio-rows.tsx';
import classes from './sharing.module.css';

const { previewRule, saveVersion } = rulesContract;
type Rule = OutputOf<typeof rulesContract.readRule>;
type Draft = InputOf<typeof saveVersion>;

/** What the form begins with: the rule that holds or is planned last, or an empty one. */
function initialOf(rule: Rule): Partial<Draft> {
  const last = rule.versions.find(({ state, ends }) => (state === 'planned' || state === 'current') && !ends);
  return {
    fieldId: rule.fieldId,
    effectiveFrom: rule.current ? rule.earliestFrom : undefined,
    deductFee: last?.deductFee ?? true,
    includeCash: last?.includeCash ?? false,
    costs: last?.costs ?? [],
    ratios: last?.ratios.map(({ receiverId, basisPoints }) => ({ receiverId, basisPoints })) ?? [],
  };
}

/** A new version of a site's rule: who, how much, what is taken off before; tried on past figures before it is saved. */
export function RuleEditor({ rule, people }: { rule: Rule; people: readonly ReceiverRecord[] }) {
  const t = useText();
  const [preview, setPreview] = useState<OutputOf<typeof previewRule> | undefined>();
  const [previewing, setPreviewing] = useState(false);
  const form = useForm({
    schema: saveVersion.input,
    initial: initialOf(rule),
    order: ['ratios', 'costs', 'effectiveFrom'],
    onSubmit: async (data) => {
      await act(saveVersion, data);
      toast.success(t('sharing:ratio.saved', { from: data.effectiveFrom }));
    },
  });
  const change = (name: string, value: unknown) => {
    form.set(name, value);
    setPreview(undefined);
  };
  const look = async () => {
    setPreviewing(true);
    try {
      const { effectiveFrom: _from, note: _note, ...terms } = form.values as Draft;
      setPreview(await client.call(previewRule, terms));
    } catch (error) {
      toast.failure(failureMessage(error));
    } finally {
      setPreviewing(false);
    }
  };
  const values = form.values as Partial<Draft>;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Paper withBorder p="md" component="section" mb="sm">
        <Heading mb="xs">{t('sharing:ratio.who')}</Heading>
        <RatioRows
          value={(values.ratios ?? []) as DraftRatio[]}
          people={people}
          error={form.errorText('ratios')}
          onChange={(next) => change('ratios', next)}
        />
      </Paper>
      <Paper withBorder p="md" component="section" mb="sm">
        <Heading mb={4}>{t('sharing:ratio.before')}</Heading>
        <Hint mb="sm">{t('sharing:ratio.beforeHint')}</Hint>
        <CostRows
          value={values.costs ?? []}
          error={form.errorText('costs')}
          onChange={(next) => change('costs', next)}
        />
      </Paper>
      <div className={classes.fields}>
        <FormFields
          schema={saveVersion.input}
          texts="sharing"
          form={form}
          fields={[
            { name: 'deductFee', label: 'sharing:field.deductFee', hint: 'sharing:ratio.deductFeeHint' },
            {
              name: 'includeCash',
              label: 'sharing:field.includeCash',
              hint: 'sharing:ratio.includeCashHint',
            },
            {
              name: 'effectiveFrom',
              hint: rule.current ? 'sharing:ratio.fromHint' : 'sharing:ratio.firstFromHint',
              minDay: rule.earliestFrom,
            },
            { name: 'note', kind: 'text' },
          ]}
        />
      </div>
      {preview && <Preview preview={preview} />}
      <StickyActions>
        <Button
          variant="default"
          leftSection={<Icon name="eye" />}
          loading={previewing}
          onClick={() => void look()}
        >
          {t('sharing:ratio.preview')}
        </Button>
        <Button type="submit" loading={form.submitting}>
          {t('sharing:ratio.save')}
        </Button>
      </StickyActions>
    </form>
  );
}
