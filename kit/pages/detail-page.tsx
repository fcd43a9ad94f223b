import { Paper, Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { AnyEndpoint, OutputOf } from '#kit/contract/endpoint.ts';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { ActionButtons, PhoneActions } from './action-controls.tsx';
import type { DetailDefinition, DetailTab } from './detail-definition.ts';
import classes from './detail-page.module.css';
import { Happened, Head, Lines, Rows, Tiles } from './detail-parts.tsx';
import { textsOf } from './field-names.ts';
import { useActions } from './use-actions.ts';

/** One record: sections of names and values, what may be done with it, what belongs to it. */
export function DetailPage<E extends AnyEndpoint>({ definition }: { definition: DetailDefinition<E> }) {
  const { endpoint, input } = definition;
  if (input === undefined) return definition.choose?.();
  return (
    <Loaded call={[endpoint, input]}>{(data) => <DetailBody definition={definition} data={data} />}</Loaded>
  );
}

function DetailBody<E extends AnyEndpoint>({
  definition,
  data,
}: {
  definition: DetailDefinition<E>;
  data: OutputOf<E>;
}) {
  const t = useText();
  const phone = usePhone();
  const runner = useActions([definition.endpoint]);
  const actions = <ActionButtons actions={definition.actions ?? []} subject={data} runner={runner} />;
  const hasActions = runner.allowed(definition.actions, data).length > 0;
  const danger = runner.allowed(definition.danger, data);
  const subject = {
    schema: definition.endpoint.output,
    texts: definition.texts ?? textsOf(definition.endpoint),
    data,
  };
  return (
    <div className={classes.page}>
      {definition.head ? (
        <Paper withBorder className={classes.section} component="section">
          <Head head={definition.head} subject={subject} />
          {!phone && hasActions && <div className={classes.headActions}>{actions}</div>}
        </Paper>
      ) : (
        <div className={classes.head}>
          <div className={classes.title}>{definition.header?.(data)}</div>
          {!phone && hasActions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {definition.sections
        .filter((section) => section.visible?.(data) ?? true)
        .map((section, index) => (
          <Paper key={section.title ?? index} withBorder className={classes.section} component="section">
            {section.title && <Heading mb="sm">{t(section.title)}</Heading>}
            {section.figures && <Tiles keys={section.figures} subject={subject} />}
            {section.timeline && <Happened timeline={section.timeline} subject={subject} />}
            {section.lines && <Lines lines={section.lines} subject={subject} />}
            {section.rows && <Rows rows={section.rows} subject={subject} />}
            {section.content?.(data)}
          </Paper>
        ))}
      {definition.tabs && <RelatedTabs tabs={definition.tabs} data={data} />}
      {danger.length > 0 && (
        <Paper withBorder className={classes.danger} component="section">
          <Heading mb="sm">{t('kit:page.dangerZone')}</Heading>
          <div className={classes.actions}>
            <ActionButtons actions={danger} subject={data} runner={runner} />
          </div>
        </Paper>
      )}
      {phone && hasActions && (
        <StickyActions>
          <PhoneActions actions={definition.actions ?? []} subject={data} runner={runner} />
        </StickyActions>
      )}
    </div>
  );
}

/** The open tab stands in the address, so that back and reload return to it. */
function RelatedTabs<D>({ tabs, data }: { tabs: readonly DetailTab<D>[]; data: D }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const shown = tabs.filter((tab) => tab.visible?.(data) ?? true);
  const open = shown.find((tab) => tab.key === query.get('tab')) ?? shown[0];
  if (!open) return null;
  return (
    <Tabs
      value={open.key}
      keepMounted={false}
      onChange={(key) => {
        if (!key) return;
        setQuery(
          (before) => {
            const next = new URLSearchParams(before);
            next.set('tab', key);
            return next;
          },
          { replace: true },
        );
      }}
    >
      <Tabs.List mb="md">
        {shown.map((tab) => (
          <Tabs.Tab key={tab.key} value={tab.key}>
            {t(tab.label)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map((tab) => (
        <Tabs.Panel key={tab.key} value={tab.key}>
          {tab.content(data)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
