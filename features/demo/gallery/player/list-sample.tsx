import { useState } from 'react';
import { Field } from '#kit/player/field.tsx';
import { EndlessList, Row } from '#kit/player/list.tsx';
import { Badge } from '#kit/player/notice.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { galleryContract } from '../contract.ts';

/** A list that is as one left it when one comes back from a row. */
export function ListSample() {
  const t = useText();
  const [name, setName] = useState('');
  const answer = usePages(galleryContract.listCities, { size: 20, ...(name && { name }) });
  return (
    <PullToRefresh onRefresh={answer.again}>
      <Field label={t('kit:action.search')} value={name} onChange={setName} type="search" maxLength={20} />
      <EndlessList
        answer={answer}
        rowKey={(city) => city.id}
        label={t('gallery:player.tab.list')}
        empty={{ title: t('kit:ui.nothingFound'), hint: t('gallery:player.otherWord') }}
        row={(city) => (
          <Row
            to={`/_kit/player/city?id=${city.id}`}
            title={city.name}
            value={city.id}
            note={city.provinceName}
            state={
              <Badge tone={city.districtCount > 0 ? 'good' : 'plain'}>
                {t(city.districtCount > 0 ? 'gallery:player.split' : 'gallery:player.whole')}
              </Badge>
            }
          />
        )}
      />
    </PullToRefresh>
  );
}
