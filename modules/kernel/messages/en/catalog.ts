export const catalog = {
  "service.notFound": "This service does not exist",
  "vehicle.notFound": "This vehicle does not exist",
  "offer.notValid": "This offer code is not valid any more",
} as const;
