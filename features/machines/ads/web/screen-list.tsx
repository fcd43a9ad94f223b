import { Paper, Switch } from '@mantine/core';
import { useMemo } from 'react';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList, type RecordOf } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { adsContract } from '../contract.ts';
import classes from './ads.module.css';
import { ScreenDetail } from './screen-detail.tsx';

const { listScreens, readMainSwitch, setMainSwitch, saveScreen, sendScreens } = adsContract;
type Screen = RecordOf<typeof listScreens>;

/** All machines of the merchant at once. */
function MainSwitch() {
  const t = useText();
  const may = useCan(setMainSwitch);
  const act = useAct(setMainSwitch);
  return (
    <Loaded call={[readMainSwitch, {}]} skeleton="nothing">
      {({ state }) => (
        <Paper withBorder p="md" mb="md" className={classes.head}>
          <div>
            <Switch
              label={t('ads:set.mainSwitch')}
              checked={state === 1}
              disabled={!may || act.isPending}
              onChange={(event) => act.mutate({ state: event.currentTarget.checked ? 1 : 0 })}
              data-main-switch
            />
            <Hint>{t(state === 1 ? 'ads:set.mainOn' : 'ads:set.mainOff')}</Hint>
          </div>
        </Paper>
      )}
    </Loaded>
  );
}

const edit: Action<Screen> = {
  label: 'ads:set.edit',
  icon: 'adjustments',
  visible: ({ online }) => online,
  form: formAction({
    endpoint: saveScreen,
    initial: ({ equipmentId, enabled, slogan, waitS }: Screen) => ({ equipmentId, enabled, slogan, waitS }),
    fields: [
      'enabled',
      { name: 'slogan', hint: 'ads:set.sloganHint' },
      { name: 'waitS', hint: 'ads:set.waitHint', suffix: ' s' },
    ],
    success: 'ads:set.sent',
  }),
};

const sendAgain: Action<Screen[]> = {
  label: 'ads:set.sendAgain',
  icon: 'refresh',
  call: callOf(sendScreens, (screens: Screen[]) => ({
    equipmentIds: screens.map(({ equipmentId }) => equipmentId),
  })),
  success: 'ads:set.sendingAgain',
};

const list = defineList({
  endpoint: listScreens,
  rowId: ({ equipmentId }) => equipmentId,
  columns: [
    { key: 'equipmentName', phone: 'what' },
    'fieldName',
    { key: 'type', optional: true },
    'enabled',
    'slogan',
    { key: 'waitS', optional: true },
    'items',
    'state',
    { key: 'reason', optional: true },
    'freeBytes',
    { key: 'online', optional: true },
  ],
  filters: [siteFilter(), 'state'],
  search: 'keyword',
  searchHint: 'ads:set.search',
  rowDetail: ({ equipmentId }) => <ScreenDetail equipmentId={equipmentId} />,
  rowActions: [edit, { ...forOne(sendAgain), visible: ({ state }) => state === 'failed' }],
  empty: { title: 'ads:set.empty', hint: 'ads:set.emptyHint' },
});

export default function ScreenList() {
  const definition = useMemo(() => ({ ...list, header: <MainSwitch /> }), []);
  return <ListPage definition={definition} />;
}
