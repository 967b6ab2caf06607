import java.io.File;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** Keeps a text in a server of ZooKeeper: `Zoo prepare|change|look`. */
class Zoo {
    public static void main(String[] arguments) throws Exception {
        ZooKeeperServer server = new ZooKeeperServer(new File("data"), new File("data"), 2000);
        ServerCnxnFactory factory = ServerCnxnFactory.createFactory(
            new InetSocketAddress("127.0.0.1", 0), 10);
        factory.startup(server);
        CountDownLatch latch = new CountDownLatch(1);
        ZooKeeper client = new ZooKeeper(
            "127.0.0.1:" + factory.getLocalPort(), 60000, event -> latch.countDown());
        latch.await();
        switch (arguments[0]) {
        case "prepare":
            client.create(
                "/short", "old".getBytes(), ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            break;
        case "change":
            client.setData("/short", "new".getBytes(), -1);
            System.out.println("acknowledged");
            break;
        default:
            System.out.println(new String(client.getData("/short", false, null)));
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
