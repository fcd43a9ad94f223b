import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { ChooseSeller } from './choose-seller.tsx';
import classes from './orders.module.css';
import { RecentSales } from './recent-sales.tsx';
import { SaleForm } from './sale-form.tsx';
import { SaleProgress } from './sale-progress.tsx';

const { readDevice } = fleetContract;

/** /counter_sale: which machine, how much, cash; then what the machine does. */
export default function CounterSale() {
  const [query, setQuery] = useSearchParams();
  const [sold, setSold] = useState<string | undefined>();
  const equipmentId = query.get('equipmentId');
  const choose = (id: string | undefined) => {
    setSold(undefined);
    setQuery(id ? { equipmentId: id } : {});
  };
  return (
    <div className={classes.counter}>
      <div className={classes.counterMain}>
        {sold ? (
          <SaleProgress orderNumber={sold} onAgain={() => setSold(undefined)} />
        ) : equipmentId ? (
          <Chosen equipmentId={equipmentId} onSold={setSold} onChange={() => choose(undefined)} />
        ) : (
          <ChooseSeller onChoose={choose} />
        )}
      </div>
      <RecentSales />
    </div>
  );
}

function Chosen({
  equipmentId,
  onSold,
  onChange,
}: {
  equipmentId: string;
  onSold: (orderNumber: string) => void;
  onChange: () => void;
}) {
  return (
    <Loaded call={[readDevice, { equipmentId }]}>
      {(device) => (
        <Stack>
          <SaleForm device={device} onSold={onSold} onChange={onChange} />
        </Stack>
      )}
    </Loaded>
  );
}
