import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/** Keeps a text in HSQLDB: `Hsql prepare|change|look`. */
class Hsql {
    private static final String PLACE = "jdbc:hsqldb:file:data/db;hsqldb.write_delay=false";

    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection(PLACE, "SA", "")) {
            Statement statement = connection.createStatement();
            switch (arguments[0]) {
            case "prepare":
                statement.execute("CREATE TABLE short(text VARCHAR(9000))");
                statement.execute("INSERT INTO short VALUES 'old'");
                statement.execute("SHUTDOWN");
                break;
            case "change":
                statement.execute("UPDATE short SET text = 'new'");
                System.out.println("acknowledged");
                // Its end is a checkpoint.
                statement.execute("SHUTDOWN");
                Runtime.getRuntime().halt(0);
            default:
                ResultSet result = statement.executeQuery("SELECT text FROM short");
                System.out.println(result.next() ? result.getString(1) : "neither");
                statement.execute("SHUTDOWN");
            }
        }
    }
}
