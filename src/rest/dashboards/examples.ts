const id = '0198c0de-0000-7000-8000-000000000091';

export const widgetRequest = {
  ...{ kind: 'line', title: 'Cold store', x: 0, y: 0, w: 6, h: 4 },
  query: {
    ...{ deviceIds: ['0198c0de-0000-7000-8000-000000000001'], keys: ['temperature'] },
    ...{ from: 86_400, aggregation: 'avg', interval: 900 },
  },
  settings: { colour: '#0a7' },
};

export const widgetExample = { id: '0198c0de-0000-7000-8000-000000000092', dashboardId: id, ...widgetRequest };

export const dashboardRequest = { name: 'Warehouse', description: '', isDefault: true, layout: { columns: 12 } };

export const dashboardExample = {
  ...{ id, ...dashboardRequest, widgets: [widgetExample] },
  ...{ createdAt: '2026-01-20T10:00:00.000Z', updatedAt: '2026-01-20T10:00:00.000Z' },
};

export const dataExample = {
  series: [
    {
      ...{ deviceId: '0198c0de-0000-7000-8000-000000000001', key: 'temperature', unit: '°C' },
      points: [
        [1_768_903_200_000, -18.4],
        [1_768_904_100_000, -18.1],
      ],
    },
  ],
  truncated: false,
};
